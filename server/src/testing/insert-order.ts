import { NewOrder } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import { draftOrder } from '../orders/order-document.ts';
import { insertOrders } from '../orders/order-queries.ts';
import type { TestServer } from './build-test-server.ts';
import type { TestMerchant } from './make-merchant.ts';
import { newOrderPayload } from './make-order.ts';

/** Inserts an order without the job that locates and rates it. */
export async function insertOrder(
  { deps }: TestServer,
  { merchant, username }: TestMerchant,
  change: Partial<Order> | ((order: Order) => Order) = {},
): Promise<Order> {
  const author = { merchantId: merchant.id, username };
  const draft = draftOrder(NewOrder.parse(newOrderPayload()), author, deps.clock.now());
  const order = typeof change === 'function' ? change(draft) : { ...draft, ...change };
  await insertOrders(deps.db, [order]);
  return order;
}
