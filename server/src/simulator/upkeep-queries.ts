import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';

/** One order of each merchant that has been ready for pickup since a moment, if it has any. */
export async function listLongReadyOrders(
  db: Executor,
  readySince: EpochMillis,
): Promise<{ merchantId: string; orderId: string }[]> {
  const { rows } = await sql<{ merchantId: string; orderId: string }>`
    select ready.merchant_id as "merchantId", ready.id as "orderId"
    from merchants
    cross join lateral (
      select merchant_id, id from orders
      where orders.merchant_id = merchants.merchant_id
        and orders.status = 'PICKUP_READY'
        and orders.modified_at < ${new Date(readySince)}
      order by created_at, id
      limit 1
    ) as ready`.execute(db);
  return rows;
}
