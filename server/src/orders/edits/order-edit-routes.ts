import type { FastifyInstance } from 'fastify';
import { orderEditEndpoints } from '@portage/contract/orders/order-edits';
import type { Deps } from '../../deps.ts';
import { addRoute, JsonText } from '../../http/endpoint-route.ts';
import { changeOrderAlone, type OrderRule } from '../change-orders.ts';
import { addTags, removeTags } from './change-tags.ts';
import { editOrder } from './edit-order.ts';
import { readOrderHistory } from './read-order-history.ts';

/** Editing orders, their tags, and the history of who did. */
export function orderEditRoutes(app: FastifyInstance, deps: Deps): void {
  const changeOne = async (merchantId: string, id: string, rule: OrderRule) => {
    return new JsonText(JSON.stringify(await changeOrderAlone(deps, { merchantId, id }, rule)));
  };

  addRoute(app, orderEditEndpoints.edit, async ({ session, params, body }) => {
    return new JsonText(JSON.stringify(await editOrder(deps, session, params.id, body)));
  });

  addRoute(app, orderEditEndpoints.addTags, ({ session, params, body }) =>
    changeOne(session.merchantId, params.id, addTags(body, session.username)),
  );

  addRoute(app, orderEditEndpoints.removeTags, ({ session, params, body }) =>
    changeOne(session.merchantId, params.id, removeTags(body, session.username)),
  );

  addRoute(app, orderEditEndpoints.history, ({ session, params }) =>
    readOrderHistory(deps.db, session.merchantId, params.id),
  );
}
