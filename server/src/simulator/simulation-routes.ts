import type { FastifyInstance } from 'fastify';
import { simulationEndpoints } from '@portage/contract/orders/simulation';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import { getOrder } from '../orders/get-order.ts';
import { ApiError } from '../api-error.ts';
import type { Session } from '../sessions/identity.ts';
import { comeTo } from './simulate-stop.ts';

/**
 * In a demo: has a ready order picked up and delivered within a minute or two. Throws `order_not_found`
 * and `order_not_ready`.
 */
async function startSimulation(
  db: Deps['db'],
  { merchantId }: Pick<Session, 'merchantId'>,
  orderId: string,
): Promise<void> {
  const { orderStatus } = await getOrder(db, merchantId, orderId);
  if (orderStatus !== 'PICKUP_READY') throw new ApiError('order_not_ready');
  await comeTo(db, { merchantId, orderId, stop: 0, isWatched: true });
}

/** The simulator of a demo; other deployments have no such calls. */
export function simulationRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  addRoute(app, simulationEndpoints.start, async ({ session, params }) => {
    await startSimulation(db, session, params.id);
    return null;
  });
}
