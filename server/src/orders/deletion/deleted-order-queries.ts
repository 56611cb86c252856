import { sql } from 'kysely';
import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../../db/database.ts';
import { timestamp } from '../../db/timestamp.ts';

/** Takes an order of the merchant that was deleted since a timestamp out of the deleted ones. */
export async function takeDeletedOrder(
  trx: Executor,
  merchantId: string,
  { id, deletedSince }: { id: string; deletedSince: EpochMillis },
): Promise<Order | undefined> {
  const row = await trx
    .deleteFrom('deleted_orders')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('deleted_at', '>=', timestamp(deletedSince))
    .returning('document')
    .executeTakeFirst();
  return row && (JSON.parse(row.document) as Order);
}

/** The orders of the merchant that were deleted since a timestamp, the newest deletion first. */
export function listDeletedOrders(
  db: Executor,
  merchantId: string,
  { deletedSince, limit }: { deletedSince: EpochMillis; limit: number },
) {
  return db
    .selectFrom('deleted_orders')
    .select(['id', 'deleted_at as deletedAt', 'deleted_by as deletedBy'])
    .select(sql<string>`document->>'trackingNumber'`.as('trackingNumber'))
    .where('merchant_id', '=', merchantId)
    .where('deleted_at', '>=', timestamp(deletedSince))
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Tells whether all of some orders of the merchant, each named once, were deleted. */
export async function hasDeletedOrders(
  db: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<boolean> {
  const rows = await db
    .selectFrom('deleted_orders')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids)
    .execute();
  return rows.length === ids.length;
}
