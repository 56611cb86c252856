import type { z } from 'zod';
import type { Problem } from '@portage/contract/errors';
import type { HistoryEntry, OrderEdit, OrderHistory } from '@portage/contract/orders/order-edits';
import type { OrderOutcome } from '@portage/contract/orders/order-readiness';
import { Order, type OrderCount, type OrderPage } from '@portage/contract/orders/orders';
import type { TestServer } from './build-test-server.ts';
import { makeMerchant, type TestMerchant } from './make-merchant.ts';
import { makeOrder, type newOrderPayload, waitUntilPlaced } from './make-order.ts';

type NewOrderChanges = Parameters<typeof newOrderPayload>[0];

export async function placedOrder(
  merchant: TestMerchant,
  changes: NewOrderChanges = {},
): Promise<Order> {
  const { id } = await makeOrder(merchant, changes);
  return waitUntilPlaced(merchant, id);
}

/** A merchant and its placed order. */
export async function makePlacedOrder(server: TestServer, changes: NewOrderChanges = {}) {
  const merchant = await makeMerchant(server);
  const order = await placedOrder(merchant, changes);
  return { merchant, order, id: order.id, version: order.version };
}

export const sendEdit = (
  { call }: TestMerchant,
  id: string,
  payload: z.input<typeof OrderEdit>,
  locale = 'EN',
) => call('PATCH', `/orders/${id}/updateOrder`, { payload, headers: { locale } });

export async function edit(
  merchant: TestMerchant,
  id: string,
  payload: z.input<typeof OrderEdit>,
): Promise<Order> {
  const { statusCode, body } = await sendEdit(merchant, id, payload);
  if (statusCode !== 200) throw new Error(body);
  return Order.parse(JSON.parse(body));
}

export async function refusedEdit(
  merchant: TestMerchant,
  id: string,
  payload: z.input<typeof OrderEdit>,
  locale = 'EN',
): Promise<Pick<Problem, 'status' | 'code' | 'errors'>> {
  const { status, code, errors } = (await sendEdit(merchant, id, payload, locale)).json<Problem>();
  return { status, code, errors };
}

export async function batch(
  { call }: TestMerchant,
  ids: readonly string[],
  as: 'pickupready' | 'notPickupready' | 'delete' | 'restore',
  locale = 'EN',
): Promise<OrderOutcome[]> {
  const answer = await call('POST', `/orders/batch/${as}`, {
    payload: { ids },
    headers: { locale },
  });
  return answer.json<{ outcomes: OrderOutcome[] }>().outcomes;
}

export async function readOrder({ call }: TestMerchant, id: string): Promise<Order> {
  return Order.parse((await call('GET', `/orders/${id}`)).json());
}

/** The first page of the orders that match. */
export async function listOrders(
  { call }: Pick<TestMerchant, 'call'>,
  query = '',
): Promise<Order[]> {
  return (await call('GET', `/orders?${query}`)).json<OrderPage>().orders;
}

export async function countOrders({ call }: TestMerchant, query = ''): Promise<number> {
  return (await call('GET', `/orders/count?${query}`)).json<OrderCount>().count;
}

export async function readHistory({ call }: TestMerchant, id: string): Promise<HistoryEntry[]> {
  return (await call('GET', `/orders/${id}/history`)).json<OrderHistory>().entries;
}
