import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';

/**
 * Remembers events of the carrier that are about orders of the merchant, and gives the ids of those
 * that were not seen before. One that another transaction is just seeing is waited for; all take them
 * in the order of their ids, so that none waits for one that waits for it.
 */
export async function insertCarrierEvents(
  trx: Executor,
  merchantId: string,
  events: readonly { id: string; orderId: string }[],
  receivedAt: EpochMillis,
): Promise<Set<string>> {
  const ids = events.map(({ id }) => id);
  const orderIds = events.map(({ orderId }) => orderId);
  const rows = await trx
    .insertInto('carrier_events')
    .columns(['merchant_id', 'event_id', 'order_id', 'received_at'])
    .expression(
      sql`select ${merchantId}::uuid, event_id, order_id, ${new Date(receivedAt)}::timestamptz
          from unnest(${ids}::text[], ${orderIds}::uuid[]) as events(event_id, order_id)
          order by event_id`,
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id as id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Forgets events that were seen but refused, so that they may come again. */
export async function deleteCarrierEvents(
  trx: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('carrier_events')
    .where('merchant_id', '=', merchantId)
    .where('event_id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
}

/** The photos that orders of the merchant have. */
export function listPhotosOfOrders(trx: Executor, merchantId: string, orderIds: readonly string[]) {
  return trx
    .selectFrom('order_photos')
    .select(['id', 'order_id as orderId'])
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', sql<string>`any(${orderIds}::uuid[])`)
    .execute();
}
