import type { FastifyInstance } from 'fastify';
import type { Locale } from '@portage/contract/locale';
import { attentionEndpoints } from '@portage/contract/orders/attention';
import { orderChangeEndpoints } from '@portage/contract/orders/order-changes';
import { orderExportEndpoints } from '@portage/contract/orders/order-csv';
import { orderEditEndpoints } from '@portage/contract/orders/order-edits';
import {
  orderReadinessEndpoints,
  type OrderOutcome,
} from '@portage/contract/orders/order-readiness';
import { orderEndpoints } from '@portage/contract/orders/orders';
import { promisedOrderEndpoints } from '@portage/contract/orders/promised-orders';
import { similarOrderEndpoints } from '@portage/contract/orders/similar-orders';
import { recordActionOf } from '../audit/record-security-event.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { addRoute, JsonText } from '../http/endpoint-route.ts';
import type { Author, Session } from '../http/session.ts';
import {
  changeOrderAlone,
  changeOrders,
  type OrderRule,
  type Outcome,
  orderTransaction,
} from './change-orders.ts';
import { orderCreation } from './create-orders.ts';
import { deleteOrder, deleteOrders, restoreOrders } from './delete-orders.ts';
import { addTags, removeTags, editOrder, readOrderHistory } from './edit-order.ts';
import { orderExports } from './export-orders.ts';
import { findSimilarOrders } from './find-similar-orders.ts';
import { getOrderDocument } from './get-order.ts';
import { countOrders, listOrders, selectOrders } from './list-orders.ts';
import { listPromisedOrders } from './list-promised-orders.ts';
import { closeAttention, markNotReady, markReady, reopenAttention } from './mark-order.ts';
import { findAttention, listAttention } from './order-attention.ts';

export function orderRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, readOrders } = deps;
  const exportOrders = orderExports(deps);
  const createOrder = orderCreation(deps);

  addRoute(app, orderEndpoints.create, async ({ session, body: newOrder, idempotencyKey }) => {
    return new JsonText(await createOrder({ session, newOrder, idempotencyKey }));
  });

  addRoute(app, orderEndpoints.list, async ({ session, query }) => {
    const { merchantId } = session;
    const list = (from: Database) => listOrders(from, merchantId, query);
    // Changed just now, mostly: a replica would not have them yet.
    return new JsonText(await (query.ids ? list(db) : readOrders(merchantId, list)));
  });

  addRoute(app, orderEndpoints.count, ({ session: { merchantId }, query }) =>
    readOrders(merchantId, (from) => countOrders(from, merchantId, query)),
  );

  addRoute(app, orderEndpoints.select, async ({ session: { merchantId }, query }) => {
    return new JsonText(
      await readOrders(merchantId, (from) => selectOrders(from, merchantId, query)),
    );
  });

  addRoute(app, orderExportEndpoints.export, async ({ query, locale, ...asker }) => {
    const file = exportOrders(asker.session.merchantId, query, locale);
    await recordActionOf(asker, db, deps.clock, { action: 'orders.exported' });
    return file;
  });

  addRoute(app, similarOrderEndpoints.find, async ({ session, body }) => ({
    orders: await findSimilarOrders(deps, session.merchantId, body),
  }));
  addRoute(app, promisedOrderEndpoints.list, ({ session, query }) =>
    listPromisedOrders(deps, session.merchantId, query.date),
  );

  addRoute(app, orderEndpoints.get, async ({ session, params }) => {
    return new JsonText(await getOrderDocument(db, session.merchantId, params.id));
  });

  addRoute(app, attentionEndpoints.get, async ({ session, params, locale }) => {
    const attention = await findAttention(deps, session.merchantId, params.id, locale);
    return { ...(attention && { attention }) };
  });

  addRoute(app, attentionEndpoints.list, async ({ session, query, locale }) => ({
    orders: await listAttention(deps, session.merchantId, query.ids, locale),
  }));

  addRoute(app, orderEndpoints.delete, ({ session, params }) =>
    deleteOrder(deps, session, params.id),
  );
}

interface CallOfOne {
  session: Author;
  params: { id: string };
}

const changingOne =
  (deps: Deps) =>
  async ({ session, params: { id } }: CallOfOne, ruleOf: (by: string) => OrderRule) => {
    const { merchantId, username } = session;
    const order = await changeOrderAlone(deps, { merchantId, id }, ruleOf(username));
    return new JsonText(JSON.stringify(order));
  };

export function orderEditRoutes(app: FastifyInstance, deps: Deps): void {
  const changeOne = changingOne(deps);

  addRoute(app, orderEditEndpoints.edit, async ({ session, params, body }) => {
    return new JsonText(JSON.stringify(await editOrder(deps, session, params.id, body)));
  });

  addRoute(app, attentionEndpoints.close, (call) => changeOne(call, closeAttention));

  addRoute(app, attentionEndpoints.reopen, (call) => changeOne(call, reopenAttention));

  addRoute(app, orderEditEndpoints.addTags, (call) =>
    changeOne(call, (by) => addTags(call.body, by)),
  );

  addRoute(app, orderEditEndpoints.removeTags, (call) =>
    changeOne(call, (by) => removeTags(call.body, by)),
  );

  addRoute(app, orderEditEndpoints.history, ({ session, params }) =>
    readOrderHistory(deps.db, session.merchantId, params.id),
  );
}

export function orderReadinessRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const changeOne = changingOne(deps);

  addRoute(app, orderReadinessEndpoints.markReady, (call) => changeOne(call, markReady));

  addRoute(app, orderReadinessEndpoints.markNotReady, (call) => changeOne(call, markNotReady));

  type Change = (author: Session, ids: readonly string[]) => Promise<Outcome[]>;
  const addBatch = (endpoint: typeof orderReadinessEndpoints.deleteMany, change: Change) =>
    addRoute(app, endpoint, async ({ session, body: { ids }, locale }) =>
      orderOutcomes(ids, await change(session, ids), locale),
    );
  const changeMany =
    (ruleOf: (by: string) => OrderRule): Change =>
    ({ merchantId, username }, ids) =>
      orderTransaction(db, (trx) =>
        changeOrders(trx, clock, { merchantId, ids }, ruleOf(username)),
      );

  addBatch(orderReadinessEndpoints.markManyReady, changeMany(markReady));
  addBatch(orderReadinessEndpoints.markManyNotReady, changeMany(markNotReady));
  addBatch(orderReadinessEndpoints.deleteMany, (author, ids) => deleteOrders(deps, author, ids));
  addBatch(orderReadinessEndpoints.restoreMany, (author, ids) => restoreOrders(deps, author, ids));
}

/** In the language of the request. */
function orderOutcomes(
  ids: readonly string[],
  outcomes: readonly Outcome[],
  locale: Locale,
): { outcomes: OrderOutcome[] } {
  return {
    outcomes: ids.map((id, index) => {
      const { order, error } = outcomes[index] ?? {};
      const status = order && { status: order.orderStatus };
      if (!error) return { id, result: 'success', ...status };
      return {
        id,
        // Rules refuse by status and scans alone; other errors mean a missing order.
        result: order ? 'unprocessed' : 'error',
        ...status,
        code: error.code,
        message: error.detail(locale),
      };
    }),
  };
}

export function orderChangeRoutes(app: FastifyInstance, { orderChanges }: Deps): void {
  addRoute(app, orderChangeEndpoints.follow, ({ session, following }) =>
    orderChanges.follow(session, following),
  );
}
