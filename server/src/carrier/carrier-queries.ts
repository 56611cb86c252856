import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { timestamp } from '../db/tables.ts';

/** False for revoked keys. */
export async function hasCarrierKey(db: Executor, keyHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('carrier_keys')
    .select('id')
    .where('key_hash', '=', keyHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertCarrierKey(
  trx: Executor,
  key: { id: string; name: string; keyHash: Buffer; createdAt: EpochMillis },
): Promise<void> {
  await trx
    .insertInto('carrier_keys')
    .values({
      id: key.id,
      name: key.name,
      key_hash: key.keyHash,
      created_at: new Date(key.createdAt),
      revoked_at: null,
    })
    .execute();
}

/** Newest first, with revoked ones. `revokedAt` is null while a key is active. */
export function listCarrierKeys(db: Executor) {
  return db
    .selectFrom('carrier_keys')
    .select(['id', 'name', 'created_at as createdAt', 'revoked_at as revokedAt'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Returns its name; undefined without an active key. */
export async function markCarrierKeyRevoked(
  trx: Executor,
  id: string,
  revokedAt: EpochMillis,
): Promise<string | undefined> {
  const row = await trx
    .updateTable('carrier_keys')
    .set({ revoked_at: new Date(revokedAt) })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

/** Omits unknown numbers. */
export function listTrackedOrders(db: Executor, trackingNumbers: readonly string[]) {
  return db
    .selectFrom('tracking_numbers')
    .select([
      'tracking_number as trackingNumber',
      'merchant_id as merchantId',
      'order_id as orderId',
    ])
    .where('tracking_number', '=', sql<string>`any(${trackingNumbers}::text[])`)
    .execute();
}

export function findOwnerOfOrder(db: Executor, orderId: string) {
  return db
    .selectFrom('tracking_numbers')
    .select(['merchant_id as merchantId', 'order_id as orderId'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
}

/** Returns the new ids. Inserts in the order of ids, so that concurrent batches do not deadlock. */
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
      sql`select ${merchantId}::uuid, event_id, order_id, ${timestamp(receivedAt)}
          from unnest(${ids}::text[], ${orderIds}::uuid[]) as events(event_id, order_id)
          order by event_id`,
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id as id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Allows sending refused events again. */
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

export function listPhotosOfOrders(trx: Executor, merchantId: string, orderIds: readonly string[]) {
  return trx
    .selectFrom('order_photos')
    .select(['id', 'order_id as orderId'])
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', sql<string>`any(${orderIds}::uuid[])`)
    .execute();
}
