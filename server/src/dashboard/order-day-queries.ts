import { sql } from 'kysely';
import {
  type OrderDay,
  MOST_WORK_COUNTED,
  type WorkCounts,
} from '@portage/contract/merchants/dashboard';
import { type OrderStatus, workStatuses } from '@portage/contract/orders/order-status';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { timestamp } from '../db/tables.ts';

interface Counted {
  status: OrderStatus;
  isPrinted: boolean;
  isClosed: boolean;
  count: number;
}

/** Up to 10,000 of a status. */
export async function countWork(
  db: Executor,
  merchantId: string,
): Promise<Omit<WorkCounts, keyof DueWork>> {
  const statuses = [...new Set(Object.values(workStatuses).flat())];
  const { rows } = await sql<Counted>`
    select
      wanted.status as status,
      few.label_status = 'PRINTED' as "isPrinted",
      few.attention_closed as "isClosed",
      count(*)::integer as count
    from unnest(${statuses}::text[]) as wanted(status)
    cross join lateral (
      select label_status, attention_closed from orders
      where merchant_id = ${merchantId} and orders.status = wanted.status
      limit ${MOST_WORK_COUNTED}
    ) as few
    group by 1, 2, 3`.execute(db);

  const countOf = (
    among: readonly OrderStatus[],
    isCounted: (row: Counted) => boolean = () => true,
  ) =>
    rows
      .filter((row) => among.includes(row.status) && isCounted(row))
      .reduce((sum, { count }) => sum + count, 0);
  return {
    toPrepare: countOf(workStatuses.toPrepare),
    needsAttention: countOf(workStatuses.needsAttention, ({ isClosed }) => !isClosed),
    ready: countOf(workStatuses.ready),
    onTheWay: countOf(workStatuses.onTheWay),
    failedDeliveries: countOf(workStatuses.failedDeliveries),
    toPrint: countOf(workStatuses.toPrint, ({ isPrinted }) => !isPrinted),
  };
}

type DueWork = Pick<WorkCounts, 'late' | 'nextShipBy' | 'dueNext'>;

/** Counts orders to prepare that are late, and those of the next ship-by time. */
export async function countDue(
  db: Executor,
  merchantId: string,
  now: EpochMillis,
): Promise<DueWork> {
  const { rows } = await sql<{ shipBy: EpochMillis; count: number }>`
    select due.ship_by as "shipBy", count(*)::integer as count
    from (
      select ship_by from orders
      where merchant_id = ${merchantId} and ship_by is not null
        and status = any(${workStatuses.toPrepare}::text[])
      order by ship_by limit ${MOST_WORK_COUNTED}
    ) as due
    group by 1 order by 1`.execute(db);
  const late = rows.filter(({ shipBy }) => shipBy <= now);
  const next = rows.find(({ shipBy }) => shipBy > now);
  return {
    late: late.reduce((sum, { count }) => sum + count, 0),
    ...(next && { nextShipBy: next.shipBy }),
    dueNext: next?.count ?? 0,
  };
}

/** `YYYY-MM-DD`, both included. */
export interface DaySpan {
  timeZone: string;
  first: string;
  last: string;
}

/** Counts from the span's first day on, by the indexes of placement and delivery. */
export async function replaceOrderDays(
  db: Executor,
  merchantId: string,
  { timeZone, first }: Pick<DaySpan, 'timeZone' | 'first'>,
): Promise<void> {
  const start = sql`(${first}::date)::timestamp at time zone ${timeZone}`;
  await db
    .deleteFrom('order_days')
    .where('merchant_id', '=', merchantId)
    .where('day', '>=', sql<string>`${first}::date`)
    .execute();
  const { rows } = await sql<OrderDay>`
    with placed as (
      select
        (created_at at time zone ${timeZone})::date as day,
        count(*) as placed,
        sum(price) filter (where currency = 'CAD') as spent_cad,
        sum(price) filter (where currency = 'USD') as spent_usd
      from orders
      cross join lateral (
        select
          case when status <> 'CANCELLED' then (document->'rateChoice'->>'price')::numeric end as price,
          document->'rateChoice'->>'currency' as currency
      ) as rate
      where merchant_id = ${merchantId} and created_at >= ${start}
      group by 1
    ), delivered as (
      select
        (delivered_at at time zone ${timeZone})::date as day,
        count(*) as delivered,
        count(promised_by) as promised,
        count(*) filter (where delivered_at <= promised_by) as on_time
      from orders
      cross join lateral (
        select to_timestamp((document->>'completeBefore')::numeric / 1000) as promised_by
      ) as promise
      where merchant_id = ${merchantId} and delivered_at >= ${start}
      group by 1
    )
    select
      day::text as day,
      coalesce(placed, 0)::integer as placed,
      coalesce(delivered, 0)::integer as delivered,
      coalesce(promised, 0)::integer as promised,
      coalesce(on_time, 0)::integer as "onTime",
      coalesce(spent_cad, 0)::float8 as "spentCad",
      coalesce(spent_usd, 0)::float8 as "spentUsd"
    from placed full join delivered using (day)`.execute(db);
  if (rows.length === 0) return;
  const days = rows.map(({ onTime, spentCad, spentUsd, ...day }) => {
    return {
      ...day,
      merchant_id: merchantId,
      on_time: onTime,
      spent_cad: spentCad,
      spent_usd: spentUsd,
    };
  });
  await db.insertInto('order_days').values(days).execute();
}

/** Locks out concurrent counts of the merchant. */
export async function noteRollup(db: Executor, merchantId: string, at: EpochMillis): Promise<void> {
  await db
    .insertInto('order_day_rollups')
    .values({ merchant_id: merchantId, rolled_up_at: new Date(at) })
    .onConflict((conflict) =>
      conflict.column('merchant_id').doUpdateSet({ rolled_up_at: new Date(at) }),
    )
    .execute();
}

/** Reads indexes only. */
export async function isRollupStale(db: Executor, merchantId: string): Promise<boolean> {
  const rollup = await db
    .selectFrom('order_day_rollups')
    .where('merchant_id', '=', merchantId)
    .select('rolled_up_at')
    .executeTakeFirst();
  const since = timestamp(rollup?.rolled_up_at ?? 0);
  const changed = await db
    .selectFrom('orders')
    .where('merchant_id', '=', merchantId)
    .where('modified_at', '>=', since)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (changed) return true;
  const deleted = await db
    .selectFrom('deleted_orders')
    .where('merchant_id', '=', merchantId)
    .where('deleted_at', '>=', since)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function hasRollup(db: Executor, merchantId: string): Promise<boolean> {
  const row = await db
    .selectFrom('order_day_rollups')
    .where('merchant_id', '=', merchantId)
    .select('merchant_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Oldest first; days without orders are zero. */
export async function listOrderDays(
  db: Executor,
  merchantId: string,
  { first, last }: Pick<DaySpan, 'first' | 'last'>,
): Promise<OrderDay[]> {
  const { rows } = await sql<OrderDay>`
    select
      span.day::date::text as day,
      coalesce(placed, 0) as placed,
      coalesce(delivered, 0) as delivered,
      coalesce(promised, 0) as promised,
      coalesce(on_time, 0) as "onTime",
      coalesce(spent_cad, 0)::float8 as "spentCad",
      coalesce(spent_usd, 0)::float8 as "spentUsd"
    from generate_series(${first}::date, ${last}::date, interval '1 day') as span(day)
    left join order_days
      on order_days.merchant_id = ${merchantId} and order_days.day = span.day::date
    order by span.day`.execute(db);
  return rows;
}
