import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { EpochMillis } from '../time.ts';

/** An order that changed, that was created or that was deleted. */
export const OrderChange = z
  .object({
    id: z.uuid(),
    createdAt: EpochMillis,
    version: z.int().min(1).describe('Version of the order after the change.'),
    isDeleted: z.boolean(),
  })
  .meta({ id: 'OrderChange' });
export type OrderChange = z.infer<typeof OrderChange>;

/**
 * The events of the stream; the id of each says until when the stream has told everything. `changed`
 * says which orders changed; one may come twice. `missed` says that there were too many to name
 * them: clients read their orders again. `heartbeat` comes first, and then whenever nothing
 * else did for 25 seconds, so that either side notices a connection that is lost.
 */
export const orderChangeEvents = {
  changed: z.object({ changes: z.array(OrderChange).min(1) }),
  missed: z.object({}),
  heartbeat: z.object({}),
} as const;

/** The call that tells of changes while they happen. */
export const orderChangeEndpoints = {
  follow: endpoint({
    method: 'GET',
    path: '/orders/changes',
    summary:
      'Changes of the merchant’s orders as server-sent events; `Last-Event-ID` resumes after a lost connection',
    mayCall: 'user',
    status: 200,
    response: { events: orderChangeEvents },
    errors: [],
  }),
};
