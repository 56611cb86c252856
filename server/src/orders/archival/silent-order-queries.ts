import { sql } from 'kysely';
import type { OrderStatus } from '@portage/contract/orders/order-status';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../../db/database.ts';
import { timestamp } from '../../db/timestamp.ts';

/**
 * Up to `most` orders of the merchant in one status whose timeline ended before a timestamp. They were
 * created before it, too: of those few are left, and the index `orders_by_status` leads to them.
 */
export async function listOrdersSilentSince(
  db: Executor,
  merchantId: string,
  { status, since, most }: { status: OrderStatus; since: EpochMillis; most: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('status', '=', status)
    .where('created_at', '<', timestamp(since))
    .where(sql<boolean>`(document->'timelineEvents'->-1->>'timestamp')::bigint < ${since}::bigint`)
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}
