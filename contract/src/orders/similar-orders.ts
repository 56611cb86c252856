import { z } from 'zod';
import { endpoint, namedObject } from '../endpoint.ts';
import { EpochMillis } from '../time.ts';
import { NewOrder, Recipient } from './new-order.ts';
import { OrderStatus } from './order-status.ts';

export const SIMILAR_WITHIN_HOURS = 24;

export const MOST_SIMILAR = 10;

/** A likely duplicate of a new order. */
export const SimilarOrder = namedObject('SimilarOrder', {
  id: z.uuid(),
  refNumber: z.string().optional(),
  recipient: Recipient,
  createdAt: EpochMillis,
  orderStatus: OrderStatus,
});
export type SimilarOrder = z.infer<typeof SimilarOrder>;

export const similarOrderEndpoints = {
  find: endpoint('POST /orders/similar', {
    summary: `Orders of the last ${SIMILAR_WITHIN_HOURS} hours for the same recipient with the same reference or items`,
    mayCall: 'userOrService',
    body: NewOrder,
    response: z.object({ orders: z.array(SimilarOrder).max(MOST_SIMILAR) }),
  }),
};
