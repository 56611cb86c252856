import { z } from 'zod';
import { endpoint, namedObject } from '../endpoint.ts';
import { CalendarDate, EpochMillis } from '../time.ts';

export const MOST_WORK_COUNTED = 10_000;

const Count = z.int().min(0);

/** Orders by status, of any age. */
export const WorkCounts = z
  .object({
    toPrepare: Count.describe('Located and rated, not yet marked ready.'),
    late: Count.describe('Those of them that are past their ship-by time.'),
    nextShipBy: EpochMillis.optional().describe('The next ship-by time of the others.'),
    dueNext: Count.describe('Number of orders due by then.'),
    needsAttention: Count.describe(
      'Orders that need a correction, and failed deliveries not marked as done.',
    ),
    ready: Count.describe('Ready for pickup.'),
    onTheWay: Count.describe('With the carrier.'),
    failedDeliveries: Count.describe('A delivery failed and nothing has followed.'),
    toPrint: Count.describe('To prepare or ready, and their labels not printed, or stale.'),
  })
  .meta({
    id: 'WorkCounts',
    description: `Up to ${MOST_WORK_COUNTED} orders of each status are counted.`,
  });
export type WorkCounts = z.infer<typeof WorkCounts>;

export const DASHBOARD_DAYS = 14;

/** A day in the merchant's time zone. */
export const OrderDay = namedObject('OrderDay', {
  day: CalendarDate,
  placed: Count.describe('Orders placed on the day.'),
  delivered: Count.describe('Orders delivered on the day.'),
  promised: Count.describe('Those delivered that had a promised time.'),
  onTime: Count.describe('Those delivered by the end of the promised time.'),
  spentCad: z.number().describe('Rates of the orders placed, without cancelled ones, in CAD.'),
  spentUsd: z.number().describe('The same in USD.'),
});
export type OrderDay = z.infer<typeof OrderDay>;

/** Oldest first, empty days included. */
export const OrderDays = namedObject('OrderDays', { days: z.array(OrderDay).max(DASHBOARD_DAYS) });
export type OrderDays = z.infer<typeof OrderDays>;

export const dashboardEndpoints = {
  work: endpoint('GET /dashboard/work', {
    summary: 'Numbers of orders to prepare, in need of attention, ready and on the way',
    mayCall: 'user',
    response: WorkCounts,
  }),
  days: endpoint('GET /dashboard/days', {
    summary: 'Orders, deliveries and spend of the last 14 days; a few minutes old at most',
    mayCall: 'user',
    response: OrderDays,
  }),
};
