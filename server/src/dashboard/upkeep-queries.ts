import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';

/**
 * The merchants, with their time zones, whose orders were changed or deleted since their days were
 * counted. The indexes by change answer it without reading an order.
 */
export async function findMerchantsToRollUp(
  db: Executor,
): Promise<{ merchantId: string; timeZone: string }[]> {
  const { rows } = await sql<{ merchantId: string; timeZone: string }>`
    select merchants.merchant_id as "merchantId", document->>'timeZone' as "timeZone"
    from merchants
    left join order_day_rollups as rollups on rollups.merchant_id = merchants.merchant_id
    where exists (
      select from orders
      where orders.merchant_id = merchants.merchant_id
        and modified_at >= coalesce(rolled_up_at, '-infinity')
    ) or exists (
      select from deleted_orders
      where deleted_orders.merchant_id = merchants.merchant_id
        and deleted_at >= coalesce(rolled_up_at, '-infinity')
    )`.execute(db);
  return rows;
}
