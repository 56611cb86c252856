import { sql } from 'kysely';
import type { OrderStatus } from '@portage/contract/order-status';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../../db/database.ts';

/**
 * Up to `most` orders, whoever's they are, that have one of some statuses and whose timeline ended
 * before a moment, by their merchants. They were created before it, too: of those few are left, and
 * the index `orders_by_status` leads to them. The inner limit keeps PostgreSQL to it: otherwise it may
 * read the documents of all that are archived already.
 */
export async function findOrdersSilentSince(
  db: Executor,
  { statuses, moment, most }: { statuses: OrderStatus[]; moment: EpochMillis; most: number },
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ merchant_id: string; id: string }>`
    select silent.merchant_id, silent.id
    from merchants
    cross join unnest(${statuses}::text[]) as wanted(status)
    cross join lateral (
      select merchant_id, id from orders
      where orders.merchant_id = merchants.merchant_id
        and orders.status = wanted.status
        and created_at < ${new Date(moment)}
        and (orders.document->'timelineEvents'->-1->>'timestamp')::bigint < ${moment}::bigint
      limit ${most}
    ) as silent
    limit ${most}`.execute(db);
  const byMerchant = Map.groupBy(rows, ({ merchant_id }) => merchant_id);
  return new Map(
    Array.from(byMerchant, ([merchant, those]) => [merchant, those.map(({ id }) => id)]),
  );
}
