import type { FastifyInstance } from 'fastify';
import { dashboardEndpoints } from '@portage/contract/merchants/dashboard';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import { readOrderDays } from './read-order-days.ts';
import { countDue, countWork } from './order-day-queries.ts';

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
