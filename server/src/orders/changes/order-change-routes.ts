import type { FastifyInstance } from 'fastify';
import { orderChangeEndpoints } from '@portage/contract/orders/order-changes';
import type { Deps } from '../../deps.ts';
import { addRoute } from '../../http/endpoint-route.ts';

/** Following the changes of orders. */
export function orderChangeRoutes(app: FastifyInstance, { orderChanges }: Deps): void {
  addRoute(app, orderChangeEndpoints.follow, ({ session, following }) =>
    orderChanges.follow(session, following),
  );
}
