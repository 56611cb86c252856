import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { checkRanges, orderFilterShape } from './order-filter.ts';
import { OrderStatus } from './order-status.ts';
import type { Order } from './orders.ts';
import { EpochMillis } from '../time.ts';
import { TrackingNumber } from './tracking-number.ts';

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
    isScanned: z.boolean().describe('True once the carrier has scanned a part of it.'),
  })
  .meta({ id: 'OrderSummary' });
export type OrderSummary = z.infer<typeof OrderSummary>;

/** Of the order or of one of its packages. */
export function isScanned({ scanEvents, otherScans }: Pick<Order, 'scanEvents' | 'otherScans'>) {
  return otherScans.length > 0 || scanEvents.some(({ events }) => events.length > 0);
}

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

export const MOST_SELECTED = 10_000;

/** Excludes archived orders (spec 1 §2). */
export const OrderSelection = z.object({
  orders: z.array(OrderSummary).max(MOST_SELECTED).describe('Newest first.'),
  hasMore: z.boolean().describe(`True when there are more than ${MOST_SELECTED}.`),
});
export type OrderSelection = z.infer<typeof OrderSelection>;

/** Selects orders that no page has listed yet. */
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
