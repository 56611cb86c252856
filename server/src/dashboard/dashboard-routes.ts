import type { FastifyInstance } from 'fastify';
import {
  dashboardEndpoints,
  DASHBOARD_DAYS,
  type OrderDay,
} from '@portage/contract/merchants/dashboard';
import { MINUTE } from '@portage/contract/time';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import { forEachMerchant } from '../merchants/for-each-merchant.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { dayOf } from '../rates/promise-delivery.ts';
import {
  countDue,
  countWork,
  hasRollup,
  listOrderDays,
  noteRollup,
  replaceOrderDays,
  isRollupStale,
} from './order-day-queries.ts';

/** Skips merchants whose orders did not change. */
export async function rollUpOrderDays({ db, clock }: RollupDeps): Promise<void> {
  await forEachMerchant(db, async (merchantId) => {
    if (!(await isRollupStale(db, merchantId))) return;
    const { timeZone } = await getMerchant(db, merchantId);
    await rollUpMerchant({ db, clock }, merchantId, timeZone);
  });
}

/** Milliseconds between a change's timestamp and its commit. */
const COMMITTED_WITHIN = MINUTE;

type RollupDeps = Pick<Deps, 'db' | 'clock'>;

/** Ends with today in the zone. */
function daySpan(timeZone: string, now: number) {
  const today = dayOf(now, timeZone);
  const first = today.subtract({ days: DASHBOARD_DAYS - 1 });
  return { timeZone, first: first.toString(), last: today.toString() };
}

/** Counts now what the job has not counted yet. */
async function readOrderDays(deps: RollupDeps, merchantId: string): Promise<OrderDay[]> {
  const { timeZone } = await getMerchant(deps.db, merchantId);
  if (!(await hasRollup(deps.db, merchantId))) await rollUpMerchant(deps, merchantId, timeZone);
  return listOrderDays(deps.db, merchantId, daySpan(timeZone, deps.clock.now()));
}

async function rollUpMerchant(
  { db, clock }: RollupDeps,
  merchantId: string,
  timeZone: string,
): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    await noteRollup(trx, merchantId, now - COMMITTED_WITHIN);
    await replaceOrderDays(trx, merchantId, daySpan(timeZone, now));
  });
}

export function dashboardRoutes(app: FastifyInstance, deps: Deps): void {
  addRoute(app, dashboardEndpoints.work, async ({ session: { merchantId } }) => {
    const [work, due] = await deps.readOrders(merchantId, (db) =>
      Promise.all([countWork(db, merchantId), countDue(db, merchantId, deps.clock.now())]),
    );
    return { ...work, ...due };
  });

  addRoute(app, dashboardEndpoints.days, async ({ session }) => ({
    days: await readOrderDays(deps, session.merchantId),
  }));
}
