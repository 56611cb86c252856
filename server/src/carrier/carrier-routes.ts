import type { FastifyInstance } from 'fastify';
import { carrierEndpoints } from '@portage/contract/orders/carrier';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import { reportEvents } from './report-events.ts';

export function carrierRoutes(app: FastifyInstance, deps: Deps): void {
  addRoute(app, carrierEndpoints.reportEvents, async ({ body, locale }) => ({
    outcomes: await reportEvents(deps, body.events, locale),
  }));
}
