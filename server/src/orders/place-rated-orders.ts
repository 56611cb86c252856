import type { Order } from '@portage/contract/orders/orders';
import { writeAudit } from '../audit/write-audit.ts';
import type { Executor } from '../db/database.ts';
import type { Places } from '../places/places.ts';
import { inTurns } from '../threads/in-turns.ts';
import { locateAddresses } from './locate-addresses.ts';
import { locateAndRate } from './locate-and-rate.ts';
import { insertOrders } from './order-queries.ts';
import type { RatingContext } from './rate-order.ts';

/**
 * Locates and rates drafts as the background does after a creation, before anything is written: each
 * ends as GEOCODED or in the status that says why not.
 */
export async function rateDrafts(
  places: Places,
  drafts: readonly Order[],
  context: RatingContext,
): Promise<Order[]> {
  const located = await Promise.all(
    drafts.map(async (draft) => ({ draft, addresses: await locateAddresses(places, draft) })),
  );
  return inTurns(located, ({ draft, addresses }) => locateAndRate(draft, addresses, context));
}

/**
 * Writes new orders of one author that `rateDrafts` has rated: rows and audit in one statement each.
 * The audit has both steps, as of an order that was rated after it was created.
 */
export async function placeRatedOrders(
  trx: Executor,
  { merchantId, username }: { merchantId: string; username: string },
  orders: readonly Order[],
): Promise<void> {
  if (orders.length === 0) return;
  await insertOrders(trx, orders);
  await writeAudit(
    trx,
    orders.flatMap(({ id, createdAt, modified, orderStatus }) => [
      {
        merchantId,
        at: createdAt,
        actor: username,
        action: 'order.created',
        subjectId: id,
        details: { status: 'CREATED' },
      },
      {
        merchantId,
        at: modified,
        actor: 'system',
        action: 'order.status_changed',
        subjectId: id,
        details: { from: 'CREATED', to: orderStatus },
      },
    ]),
  );
}
