import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';

export async function insertShopOwner(
  trx: Executor,
  shop: string,
  merchantId: string,
): Promise<void> {
  await trx
    .insertInto('shop_owners')
    .values({ shop, merchant_id: merchantId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Now or before. */
export async function listShopOwners(db: Executor, shop: string): Promise<string[]> {
  const rows = await db
    .selectFrom('shop_owners')
    .select('merchant_id')
    .where('shop', '=', shop)
    .execute();
  return rows.map(({ merchant_id }) => merchant_id);
}

export async function listAllShopOwners(db: Executor): Promise<string[]> {
  const rows = await db.selectFrom('shop_owners').select('merchant_id').distinct().execute();
  return rows.map(({ merchant_id }) => merchant_id);
}

/** Stored, or with a delivery order. */
export async function listShopOrderIds(
  db: Executor,
  merchantId: string,
  shop: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('shop_orders')
    .select('shop_order_id')
    .where('merchant_id', '=', merchantId)
    .where('shop', '=', shop)
    .union(
      db
        .selectFrom('shop_deliveries')
        .select('shop_order_id')
        .where('merchant_id', '=', merchantId)
        .where('shop', '=', shop),
    )
    .execute();
  return rows.map(({ shop_order_id }) => shop_order_id);
}

export async function listDeliveriesOf(
  db: Executor,
  merchantId: string,
  shopOrderIds: readonly string[],
): Promise<{ shop: string; orderId: string }[]> {
  return db
    .selectFrom('shop_deliveries')
    .select(['shop', 'order_id as orderId'])
    .distinct()
    .where('merchant_id', '=', merchantId)
    .where('shop_order_id', '=', sql<string>`any(${shopOrderIds}::text[])`)
    .execute();
}

export async function listShopOrderDocuments(
  db: Executor,
  merchantId: string,
  shop: string,
  shopOrderIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('shop_orders')
    .select('document')
    .where('merchant_id', '=', merchantId)
    .where('shop', '=', shop)
    .where('shop_order_id', '=', sql<string>`any(${shopOrderIds}::text[])`)
    .execute();
  return rows.map(({ document }) => document);
}

/** As the platform passed it on. */
export interface DataRequest {
  id: string;
  merchantId: string;
  shop: string;
  /** The platform's; empty where it gave none. */
  requestId: string;
  shopOrderIds: string[];
  requestedAt: EpochMillis;
  exportedAt: EpochMillis | null;
}

export async function insertDataRequest(
  trx: Executor,
  { id, merchantId, shop, requestId, shopOrderIds, requestedAt }: Omit<DataRequest, 'exportedAt'>,
): Promise<void> {
  await trx
    .insertInto('shop_data_requests')
    .values({
      merchant_id: merchantId,
      id,
      shop,
      request_id: requestId,
      shop_order_ids: shopOrderIds,
      requested_at: new Date(requestedAt),
      exported_at: null,
    })
    .execute();
}

/** Oldest first. */
export function listDataRequests(db: Executor, merchantId: string): Promise<DataRequest[]> {
  return db
    .selectFrom('shop_data_requests')
    .select([
      'id',
      'merchant_id as merchantId',
      'shop',
      'request_id as requestId',
      'shop_order_ids as shopOrderIds',
      'requested_at as requestedAt',
      'exported_at as exportedAt',
    ])
    .where('merchant_id', '=', merchantId)
    .orderBy('requested_at')
    .execute();
}

export async function markExported(
  trx: Executor,
  { merchantId, id }: Pick<DataRequest, 'merchantId' | 'id'>,
  exportedAt: EpochMillis,
): Promise<void> {
  await trx
    .updateTable('shop_data_requests')
    .set({ exported_at: new Date(exportedAt) })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute();
}
