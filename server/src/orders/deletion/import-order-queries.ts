import { orderCan } from '@portage/contract/orders/order-permissions';
import { OrderStatus } from '@portage/contract/orders/order-status';
import type { Executor } from '../../db/database.ts';

/** The statuses in which orders may be deleted unless they were scanned. */
const DELETABLE = OrderStatus.options.filter(
  (orderStatus) => orderCan.delete({ orderStatus, isScanned: false }).allowed,
);

/** Whether any order of an import of the merchant may not be deleted. */
export async function hasUndeletableOrders(
  db: Executor,
  merchantId: string,
  importId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('import_id', '=', importId)
    .where((or) => or.or([or('is_scanned', '=', true), or('status', 'not in', DELETABLE)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ids of orders of an import of the merchant that may be deleted. */
export async function listDeletableIds(
  db: Executor,
  merchantId: string,
  { importId, limit }: { importId: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('import_id', '=', importId)
    .where('is_scanned', '=', false)
    .where('status', 'in', DELETABLE)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many orders of an import of the merchant are there. */
export async function countOrdersOfImport(
  db: Executor,
  merchantId: string,
  importId: string,
): Promise<number> {
  const counted = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('merchant_id', '=', merchantId)
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow();
  return counted.count;
}
