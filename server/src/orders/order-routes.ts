import type { FastifyInstance } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import type { Locale } from '@portage/contract/locale';
import { attentionEndpoints } from '@portage/contract/orders/attention';
import { orderChangeEndpoints } from '@portage/contract/orders/order-changes';
import { orderExportEndpoints } from '@portage/contract/orders/order-csv';
import { orderEditEndpoints } from '@portage/contract/orders/order-edits';
import {
  orderReadinessEndpoints,
  type OrderOutcome,
} from '@portage/contract/orders/order-readiness';
import { orderStatuses, OrderStatus } from '@portage/contract/orders/order-status';
import { orderEndpoints } from '@portage/contract/orders/orders';
import {
  promisedOrderEndpoints,
  MOST_PROMISED_ORDERS,
} from '@portage/contract/orders/promised-orders';
import { similarOrderEndpoints } from '@portage/contract/orders/similar-orders';
import { recordActionOf } from '../audit/record-security-event.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { addRoute, JsonText } from '../http/endpoint-route.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
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
import { closeAttention, markNotReady, markReady, reopenAttention } from './mark-order.ts';
import { findAttention, listAttention } from './order-attention.ts';
import { listPromisedOrders as queryPromisedOrders } from './order-queries.ts';

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

const changingOne = (deps: Deps) => async (merchantId: string, id: string, rule: OrderRule) =>
  new JsonText(JSON.stringify(await changeOrderAlone(deps, { merchantId, id }, rule)));

export function orderEditRoutes(app: FastifyInstance, deps: Deps): void {
  const changeOne = changingOne(deps);

  addRoute(app, orderEditEndpoints.edit, async ({ session, params, body }) => {
    return new JsonText(JSON.stringify(await editOrder(deps, session, params.id, body)));
  });

  addRoute(app, attentionEndpoints.close, ({ session, params }) =>
    changeOne(session.merchantId, params.id, closeAttention(session.username)),
  );

  addRoute(app, attentionEndpoints.reopen, ({ session, params }) =>
    changeOne(session.merchantId, params.id, reopenAttention(session.username)),
  );

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

export function orderReadinessRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;

  const changeOne = changingOne(deps);
  const changeMany = (merchantId: string, ids: readonly string[], rule: OrderRule) =>
    orderTransaction(db, (trx) => changeOrders(trx, clock, { merchantId, ids }, rule));

  addRoute(app, orderReadinessEndpoints.markReady, ({ session, params }) =>
    changeOne(session.merchantId, params.id, markReady(session.username)),
  );

  addRoute(app, orderReadinessEndpoints.markNotReady, ({ session, params }) =>
    changeOne(session.merchantId, params.id, markNotReady(session.username)),
  );

  addRoute(app, orderReadinessEndpoints.markManyReady, async ({ session, body, locale }) => {
    const rule = markReady(session.username);
    return orderOutcomes(body.ids, await changeMany(session.merchantId, body.ids, rule), locale);
  });

  addRoute(app, orderReadinessEndpoints.markManyNotReady, async ({ session, body, locale }) => {
    const rule = markNotReady(session.username);
    return orderOutcomes(body.ids, await changeMany(session.merchantId, body.ids, rule), locale);
  });

  addRoute(app, orderReadinessEndpoints.deleteMany, async ({ session, body, locale }) =>
    orderOutcomes(body.ids, await deleteOrders(deps, session, body.ids), locale),
  );

  addRoute(app, orderReadinessEndpoints.restoreMany, async ({ session, body, locale }) =>
    orderOutcomes(body.ids, await restoreOrders(deps, session, body.ids), locale),
  );
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

/** Days from creation to promise: windows are offered 14 days ahead. */
const LONGEST_AHEAD = 28;

const UNDER_WAY = OrderStatus.options.filter((status) =>
  ['waiting', 'ready', 'moving'].includes(orderStatuses[status].group),
);

/** `date` is `YYYY-MM-DD` in the merchant's time zone. */
async function listPromisedOrders(
  { db, readOrders }: Pick<Deps, 'db' | 'readOrders'>,
  merchantId: string,
  date: string,
) {
  const { timeZone } = await getMerchant(db, merchantId);
  const day = Temporal.PlainDate.from(date);
  const startOf = (one: Temporal.PlainDate) => one.toZonedDateTime(timeZone).epochMilliseconds;
  const rows = await readOrders(merchantId, (from) =>
    queryPromisedOrders(from, merchantId, {
      from: startOf(day),
      to: startOf(day.add({ days: 1 })),
      createdSince: startOf(day.subtract({ days: LONGEST_AHEAD })),
      statuses: UNDER_WAY,
      limit: MOST_PROMISED_ORDERS + 1,
    }),
  );
  return {
    isComplete: rows.length <= MOST_PROMISED_ORDERS,
    orders: rows.slice(0, MOST_PROMISED_ORDERS),
  };
}
