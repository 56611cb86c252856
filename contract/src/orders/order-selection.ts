import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { checkRanges, orderFilterShape } from './order-filter.ts';
import { OrderStatus } from './order-status.ts';
import type { Order } from './orders.ts';
import { EpochMillis } from '../time.ts';
import { TrackingNumber } from './tracking-number.ts';

/** The parts of an order that bulk actions need before they act. */
export const OrderSummary = z
  .object({
    id: z.uuid(),
    createdAt: EpochMillis,
    orderStatus: OrderStatus,
    trackingNumber: TrackingNumber,
    recipientName: z.string(),
    refNumber: z
      .string()
      .optional()
      .describe('The merchant’s own reference; a selection of all that match is read without it.'),
    isScanned: z.boolean().describe('Whether the carrier has scanned any of it.'),
  })
  .meta({ id: 'OrderSummary' });
export type OrderSummary = z.infer<typeof OrderSummary>;

/** Tells whether the carrier has scanned an order or one of its packages. */
export function isScanned({ scanEvents, otherScans }: Pick<Order, 'scanEvents' | 'otherScans'>) {
  return otherScans.length > 0 || scanEvents.some(({ events }) => events.length > 0);
}

/** The summary of an order. */
export function summaryOf(order: Order): OrderSummary {
  const { id, createdAt, orderStatus, trackingNumber, recipient, refNumber } = order;
  return {
    id,
    createdAt,
    orderStatus,
    trackingNumber,
    recipientName: recipient.name,
    ...(refNumber !== undefined && { refNumber }),
    isScanned: isScanned(order),
  };
}

/** The most orders that can be selected at once. */
export const MOST_SELECTED = 10_000;

/** The orders that a filter selects; archived ones cannot be selected (spec 1 §2). */
export const OrderSelection = z.object({
  orders: z.array(OrderSummary).max(MOST_SELECTED).describe('Newest first.'),
  hasMore: z.boolean().describe(`True when there are more than ${MOST_SELECTED}.`),
});
export type OrderSelection = z.infer<typeof OrderSelection>;

/** The calls by which orders are selected that no page has listed yet. */
export const orderSelectionEndpoints = {
  select: endpoint({
    method: 'GET',
    path: '/orders/selection',
    summary: `The newest ${MOST_SELECTED} orders that match and may be selected, in brief`,
    mayCall: 'userOrService',
    query: z.object(orderFilterShape).check(checkRanges),
    status: 200,
    response: OrderSelection,
    errors: [],
  }),
};
