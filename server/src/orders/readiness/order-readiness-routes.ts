import type { FastifyInstance } from 'fastify';
import {
  orderReadinessEndpoints,
  type OrderOutcome,
} from '@portage/contract/orders/order-readiness';
import type { Locale } from '@portage/contract/locale';
import type { Deps } from '../../deps.ts';
import { addRoute, JsonText } from '../../http/endpoint-route.ts';
import { changeOrderAlone, changeOrders, type OrderRule, type Outcome } from '../change-orders.ts';
import { deleteOrders } from '../deletion/delete-orders.ts';
import { orderTransaction } from '../order-transaction.ts';
import { markNotReady, markReady } from './mark-ready.ts';

/** Marking orders ready for pickup or not, one by one and by the batch, and deleting a batch. */
export function orderReadinessRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;

  const changeOne = async (merchantId: string, id: string, rule: OrderRule) => {
    return new JsonText(JSON.stringify(await changeOrderAlone(deps, { merchantId, id }, rule)));
  };
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
}

/** What became of each order of a batch, in the words of the contract and the language of the request. */
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
        // Rules refuse by status and scans alone; whatever else it is, there is no such order.
        result: order ? 'unprocessed' : 'error',
        ...status,
        code: error.code,
        message: error.detail(locale),
      };
    }),
  };
}
