import { NewOrder } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import type { Author } from '../http/session.ts';
import { draftOrder } from '../orders/order-document.ts';
import { insertOrders } from '../orders/order-queries.ts';
import type { TestServer } from './build-test-server.ts';
import { makeMerchant, type TestMerchant } from './make-merchant.ts';
import { newOrderPayload } from './make-order.ts';

type Changes = Parameters<typeof newOrderPayload>[0];

/** Of no merchant in the database. */
export const SOMEONE: Author = {
  merchantId: '019c0000-0000-7000-8000-000000000000',
  username: 'someone',
};

/** An order placed at a time, not written. */
export const draftOf = (author: Author, at: EpochMillis, changes: Changes = {}): Order =>
  draftOrder(NewOrder.parse(newOrderPayload(changes)), author, at);

export const draftFor = (
  { merchant, username }: TestMerchant,
  at: EpochMillis,
  changes: Changes = {},
): Order => draftOf({ merchantId: merchant.id, username }, at, changes);

/** Inserts an order without the job that locates and rates it. */
export async function insertOrder(
  { deps }: TestServer,
  merchant: TestMerchant,
  change: Partial<Order> | ((order: Order) => Order) = {},
): Promise<Order> {
  const draft = draftFor(merchant, deps.clock.now());
  const order = typeof change === 'function' ? change(draft) : { ...draft, ...change };
  await insertOrders(deps.db, [order]);
  return order;
}

/** A merchant and its order, inserted. */
export async function makeInsertedOrder(
  server: TestServer,
  change?: Parameters<typeof insertOrder>[2],
) {
  const merchant = await makeMerchant(server);
  const order = await insertOrder(server, merchant, change);
  return { merchant, order, id: order.id };
}

/** Inserts such orders, one for each time. */
export async function insertDrafts(
  { deps }: TestServer,
  merchant: TestMerchant,
  times: readonly EpochMillis[],
  changes: Changes = {},
): Promise<Order[]> {
  const drafts = times.map((at) => draftFor(merchant, at, changes));
  if (drafts.length > 0) await insertOrders(deps.db, drafts);
  return drafts;
}

export const newestFirst = (one: Order, other: Order): number =>
  other.createdAt - one.createdAt || (other.id < one.id ? -1 : 1);
