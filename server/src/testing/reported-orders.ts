import type { CarrierEvent } from '@portage/contract/orders/carrier';
import type { CarrierStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { TEST_NOW, type TestServer } from './build-test-server.ts';
import { locatedOrder, statusReport } from './carrier-events.ts';
import { insertOrder } from './insert-order.ts';
import type { TestMerchant } from './make-merchant.ts';
import { MINUTE } from '@portage/contract/time';

/** In milliseconds. */

export const CREATED = TEST_NOW - 60 * MINUTE;

/** Puts a located order of the merchant into the database, an hour old. */
export function insertLocated(
  server: TestServer,
  merchant: TestMerchant,
  { packageCount = 1, ...changes }: Partial<Order> = {},
): Promise<Order> {
  return insertOrder(server, merchant, ({ merchantId, createdBy: username }) => ({
    ...locatedOrder(CREATED, { packageCount, author: { merchantId, username } }),
    ...changes,
  }));
}

export async function orderOf(merchant: TestMerchant, { id }: Order): Promise<Order> {
  return (await merchant.call('GET', `/orders/${id}`)).json<Order>();
}

/** Reports of a delivery, a minute apart. */
export const DELIVERY: readonly CarrierStatus[] = [
  'CARRIER_PICKED_UP',
  'SHIPMENT_PROCESSING',
  'OUT_FOR_DELIVERY',
  'DELIVERED',
];

export const deliveryOf = (order: Order): CarrierEvent[] =>
  DELIVERY.map((status, step) => statusReport(order, status, CREATED + step * MINUTE));

export const told = ({ timelineEvents }: Order): string[] =>
  timelineEvents.map(({ event }) => event);
