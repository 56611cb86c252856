import { sql } from 'kysely';
import type { OrderStatus } from '@portage/contract/orders/order-status';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';

/** The most recent orders that are looked through: their promises are in their documents. */
const MOST_LOOKED_THROUGH = 10_000;

/** Which promises are looked for. */
export interface PromisedPeriod {
  readonly from: EpochMillis;
  /** Exclusive. */
  readonly to: EpochMillis;
  /** Orders created earlier are promised for earlier days. */
  readonly createdSince: EpochMillis;
  readonly statuses: readonly OrderStatus[];
  readonly limit: number;
}

/**
 * Orders of a merchant whose promise ends within a period, earliest first: the end of their window, or
 * else of the estimate of their rate. Reads the newest orders on the index of the list.
 */
export async function listPromisedOrders(
  db: Executor,
  merchantId: string,
  { from, to, createdSince, statuses, limit }: PromisedPeriod,
) {
  const until = sql<EpochMillis>`coalesce(
    (document ->> 'completeBefore')::bigint,
    (document -> 'rateChoice' ->> 'epochEstimateTo')::bigint)`;
  return db
    .selectFrom(
      db
        .selectFrom('orders')
        .select(['id', 'tracking_number', 'status', 'service', 'recipient_name'])
        .select(until.as('promised_until'))
        .where('merchant_id', '=', merchantId)
        .where('created_at', '>=', sql<EpochMillis>`${new Date(createdSince)}`)
        .where('status', 'in', statuses)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(MOST_LOOKED_THROUGH)
        .as('recent'),
    )
    .selectAll()
    .where('promised_until', '>=', from)
    .where('promised_until', '<', to)
    .orderBy('promised_until')
    .orderBy('id')
    .limit(limit)
    .execute();
}
