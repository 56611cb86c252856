import type { Order } from '@portage/contract/orders/orders';
import type { Executor } from '../db/database.ts';
import { pipelinedReads } from '../db/pipelined-transaction.ts';
import type { Deps } from '../deps.ts';
import { isFlagOn } from '../flags/is-flag-on.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { changeOrders } from './change-orders.ts';
import { hasDeletedOrders } from './deletion/deleted-order-queries.ts';
import { locateAddresses } from './locate-addresses.ts';
import { locateAndRate } from './locate-and-rate.ts';
import { findOrderDocuments } from './order-queries.ts';
import { orderTransaction } from './order-transaction.ts';

/** How many orders one transaction changes: their locks are held for as long as it takes. */
const SLICE = 100;

/**
 * The background work after orders of a merchant were created: locates their addresses, rates them,
 * and saves what came of it. An order that has moved on, in an earlier run or by other hands, is left
 * alone. Throws where an order is missing that was not deleted: on a cluster its job may be seen
 * before it is, and runs again.
 */
export async function locateAndRateOrders(
  deps: Pick<Deps, 'db' | 'clock' | 'places' | 'tariffs'>,
  merchantId: string,
  orderIds: readonly string[],
): Promise<void> {
  for (let start = 0; start < orderIds.length; start += SLICE) {
    await locateAndRateSlice(deps, merchantId, orderIds.slice(start, start + SLICE));
  }
}

async function locateAndRateSlice(
  deps: Pick<Deps, 'db' | 'clock' | 'places' | 'tariffs'>,
  merchantId: string,
  orderIds: readonly string[],
): Promise<void> {
  const { db, clock, places, tariffs } = deps;
  const [orders, merchant, heavyAllowed] = await pipelinedReads(db, (reads) =>
    Promise.all([
      readOrders(reads, merchantId, orderIds),
      getMerchant(reads, merchantId),
      isFlagOn(reads, merchantId, 'heavy-parcel-consolidation-v1'),
    ]),
  );
  const created = orders.filter(({ orderStatus }) => orderStatus === 'CREATED');
  if (created.length === 0) return;

  const located = await Promise.all(created.map((order) => locateAddresses(places, order)));
  const found = new Map(
    created.map((order, index) => [order.id, { order, addresses: located[index] }]),
  );

  const ids = [...found.keys()];
  const outcomes = await orderTransaction(db, (trx) =>
    changeOrders(trx, clock, { merchantId, ids }, (order, now) => {
      const { order: before, addresses } = found.get(order.id) ?? {};
      if (!addresses || order.version !== before?.version) return { order };
      const placed = locateAndRate(order, addresses, { merchant, heavyAllowed, now, tariffs });
      const details = { from: order.orderStatus, to: placed.orderStatus };
      return {
        order: placed,
        audit: [{ actor: 'system', action: 'order.status_changed', details }],
      };
    }),
  );
  // Those that were changed meanwhile, by a tag or by another address, begin again as they are.
  const changed = outcomes.flatMap(({ order }) =>
    order?.orderStatus === 'CREATED' ? order.id : [],
  );
  if (changed.length > 0) await locateAndRateSlice(deps, merchantId, changed);
}

/** Those of some orders that were not deleted. Throws where one is neither there nor deleted. */
async function readOrders(
  db: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<Order[]> {
  const rows = await findOrderDocuments(db, merchantId, ids);
  const found = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0 && !(await hasDeletedOrders(db, merchantId, missing))) {
    throw new Error(`Of ${ids.length} orders some are not there yet`);
  }
  return rows.map(({ document }) => JSON.parse(document) as Order);
}
