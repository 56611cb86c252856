import { z } from 'zod';
import { endpoint, namedObject } from '../endpoint.ts';
import { EpochMillis } from '../time.ts';

/** Created, changed or deleted. */
export const OrderChange = namedObject('OrderChange', {
  id: z.uuid(),
  createdAt: EpochMillis,
  version: z.int().min(1).describe('Version of the order after the change.'),
  isDeleted: z.boolean(),
});
export type OrderChange = z.infer<typeof OrderChange>;

/**
 * Event ids resume the stream. One order may come twice. `missed`: too many to name, read again.
 * `heartbeat`: first, and after 25 silent seconds, to notice lost connections.
 */
export const orderChangeEvents = {
  changed: z.object({ changes: z.array(OrderChange).min(1) }),
  missed: z.object({}),
  heartbeat: z.object({}),
} as const;

export const orderChangeEndpoints = {
  follow: endpoint('GET /orders/changes', {
    summary:
      'Changes of the merchant’s orders as server-sent events; `Last-Event-ID` resumes after a lost connection',
    mayCall: 'user',
    response: { events: orderChangeEvents },
  }),
};
