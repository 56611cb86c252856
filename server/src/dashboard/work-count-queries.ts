import { sql } from 'kysely';
import {
  MOST_WORK_COUNTED,
  type WorkCounts,
  workStatuses,
} from '@portage/contract/merchants/dashboard';
import type { OrderStatus } from '@portage/contract/orders/order-status';
import type { Executor } from '../db/database.ts';

interface Counted {
  status: OrderStatus;
  isSameDay: boolean;
  isPrinted: boolean;
  count: number;
}

/**
 * How many of the merchant's orders there are to prepare, to correct, ready and on the way. The index
 * `orders_by_status` leads to them, and to no more than 10,000 of a status.
 */
export async function countWork(db: Executor, merchantId: string): Promise<WorkCounts> {
  const statuses = [...new Set(Object.values(workStatuses).flat())];
  const { rows } = await sql<Counted>`
    select
      wanted.status as status,
      few.service = 'SAMEDAY' as "isSameDay",
      few.label_status = 'PRINTED' as "isPrinted",
      count(*)::integer as count
    from unnest(${statuses}::text[]) as wanted(status)
    cross join lateral (
      select service, label_status from orders
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
    toPrepareSameDay: countOf(workStatuses.toPrepare, ({ isSameDay }) => isSameDay),
    needsAttention: countOf(workStatuses.needsAttention),
    ready: countOf(workStatuses.ready),
    onTheWay: countOf(workStatuses.onTheWay),
    failedDeliveries: countOf(workStatuses.failedDeliveries),
    toPrint: countOf(workStatuses.toPrint, ({ isPrinted }) => !isPrinted),
  };
}
