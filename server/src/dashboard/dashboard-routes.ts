import type { FastifyInstance } from 'fastify';
import { dashboardEndpoints } from '@portage/contract/merchants/dashboard';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import { readOrderDays } from './read-order-days.ts';
import { countWork } from './work-count-queries.ts';

/** What there is to do today, and how the last days went. */
export function dashboardRoutes(app: FastifyInstance, deps: Deps): void {
  addRoute(app, dashboardEndpoints.work, ({ session }) => countWork(deps.db, session.merchantId));

  addRoute(app, dashboardEndpoints.days, async ({ session }) => ({
    days: await readOrderDays(deps, session.merchantId),
  }));
}
