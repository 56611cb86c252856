import type { FastifyInstance } from 'fastify';
import { attentionEndpoints } from '@portage/contract/attention';
import { orderExportEndpoints } from '@portage/contract/order-export';
import { orderSelectionEndpoints } from '@portage/contract/order-selection';
import { orderEndpoints } from '@portage/contract/orders';
import { similarOrderEndpoints } from '@portage/contract/similar-orders';
import { promisedOrderEndpoints } from '@portage/contract/promised-orders';
import { recordExport } from '../audit/record-export.ts';
import type { Deps } from '../deps.ts';
import { addRoute, JsonText } from '../http/endpoint-route.ts';
import { countOrders } from './count-orders.ts';
import { orderCreation } from './create-order.ts';
import { deleteOrder } from './deletion/delete-orders.ts';
import { orderExports } from './export/export-orders.ts';
import { findAttention } from './find-attention.ts';
import { findSimilarOrders } from './find-similar-orders.ts';
import { getOrderDocument } from './get-order.ts';
import { listOrders } from './list-orders.ts';
import { listPromisedOrders } from './list-promised-orders.ts';
import { selectOrders } from './select-orders.ts';

/** Creating, listing and reading orders. */
export function orderRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  const exportOrders = orderExports(db);
  const createOrder = orderCreation(deps);

  addRoute(app, orderEndpoints.create, async ({ session, body: newOrder, idempotencyKey }) => {
    return new JsonText(await createOrder({ session, newOrder, idempotencyKey }));
  });

  addRoute(app, orderEndpoints.list, async ({ session, query }) => {
    return new JsonText(await listOrders(db, session.merchantId, query));
  });

  addRoute(app, orderEndpoints.count, ({ session, query }) =>
    countOrders(db, session.merchantId, query),
  );

  addRoute(app, orderSelectionEndpoints.select, async ({ session, query }) => {
    return new JsonText(await selectOrders(db, session.merchantId, query));
  });

  addRoute(app, orderExportEndpoints.export, async ({ session, query, locale, address }) => {
    const file = exportOrders(session.merchantId, query, locale);
    await recordExport(deps, 'orders.exported', { session, address });
    return file;
  });

  addRoute(app, similarOrderEndpoints.find, async ({ session, body }) => ({
    orders: await findSimilarOrders(deps, session.merchantId, body),
  }));
  addRoute(app, promisedOrderEndpoints.list, ({ session, query }) =>
    listPromisedOrders(db, session.merchantId, query.date),
  );

  addRoute(app, orderEndpoints.get, async ({ session, params }) => {
    return new JsonText(await getOrderDocument(db, session.merchantId, params.id));
  });

  addRoute(app, attentionEndpoints.get, async ({ session, params, locale }) => {
    const attention = await findAttention(deps, session.merchantId, params.id, locale);
    return { ...(attention && { attention }) };
  });

  addRoute(app, orderEndpoints.delete, async ({ session, params }) => {
    await deleteOrder(deps, session, params.id);
    return null;
  });
}
