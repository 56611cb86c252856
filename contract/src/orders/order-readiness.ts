import { z } from 'zod';
import { endpoint, namedObject } from '../endpoint.ts';
import { ErrorCode } from '../errors.ts';
import { OrderStatus } from './order-status.ts';
import { OrderReference, Order } from './orders.ts';

export const MOST_IN_BATCH = 500;

export const OrderBatch = z.object({
  ids: z.array(z.uuid()).min(1).max(MOST_IN_BATCH).describe('Of the orders, each once.'),
});

/** `unprocessed` when status or scans did not allow it (spec 1 §3). */
export const OrderOutcome = namedObject('OrderOutcome', {
  id: z.uuid(),
  result: z.enum(['success', 'error', 'unprocessed']),
  status: OrderStatus.optional().describe('Current value of the order; missing when it has none.'),
  code: ErrorCode.optional().describe('Why not, as in a problem; missing for a success.'),
  message: z.string().optional().describe('The same in the language of the request.'),
});
export type OrderOutcome = z.infer<typeof OrderOutcome>;

const Outcomes = namedObject('OrderOutcomes', {
  outcomes: z.array(OrderOutcome).describe('One an order, in the sequence of `ids`.'),
});

const batch = (path: `/${string}`, summary: string) =>
  endpoint(`POST ${path}`, {
    summary: `${summary}, up to ${MOST_IN_BATCH} in one call, each by itself`,
    mayCall: 'userOrService',
    body: OrderBatch,
    response: Outcomes,
    errors: ['busy'],
  });

export const orderReadinessEndpoints = {
  markReady: endpoint('PATCH /orders/{id}/pickupready', {
    summary: 'Mark a located order ready for pickup',
    mayCall: 'userOrService',
    params: OrderReference,
    response: Order,
    errors: ['order_not_found', 'order_not_geocoded', 'busy'],
  }),
  markNotReady: endpoint('PATCH /orders/{id}/notPickupready', {
    summary: 'Mark an unscanned order not ready',
    mayCall: 'userOrService',
    params: OrderReference,
    response: Order,
    errors: ['order_not_found', 'order_not_ready', 'order_picked_up', 'order_scanned', 'busy'],
  }),
  markManyReady: batch('/orders/batch/pickupready', 'Mark orders ready for pickup'),
  markManyNotReady: batch('/orders/batch/notPickupready', 'Mark orders not ready'),
  deleteMany: batch('/orders/batch/delete', 'Delete orders that the carrier has not touched yet'),
  restoreMany: batch('/orders/batch/restore', 'Restore orders deleted within 30 days'),
};
