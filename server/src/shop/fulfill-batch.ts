import type { Locale } from '@portage/contract/locale';
import type { Order } from '@portage/contract/orders';
import type { ShopOutcome } from '@portage/contract/shop';
import { shopOrderIdOf } from '@portage/contract/shop-order-id';
import { ApiError, isApiError } from '../api-error.ts';
import { findOrders } from '../orders/find-orders.ts';
import { fulfillOne, type Fulfiller } from './fulfill-orders.ts';
import { type Ask, getShop, type ShopDeps, withShop } from './with-shop.ts';

/** How many orders of a batch wait for the shop at once: more would only wait for its throttle. */
const AT_ONCE = 8;

/** A delivery order and its shop order, as a batch names them. */
interface BatchItem {
  orderId: string;
  shopOrderId: string;
}

/**
 * Does something in the shop for each order of a batch, a few at once, and says what became of each.
 * Raises `shop_not_linked`; what else goes wrong is told of each order.
 */
export async function eachOfBatch(
  deps: ShopDeps,
  { merchantId, shop }: Pick<Fulfiller, 'merchantId' | 'shop'>,
  items: readonly BatchItem[],
  locale: Locale,
  work: (ask: Ask, item: { order: Order; shopOrderId: string }) => Promise<string[] | undefined>,
): Promise<ShopOutcome[]> {
  await getShop(deps, merchantId, shop);
  const orders = await findOrders(
    deps.db,
    merchantId,
    items.map(({ orderId }) => orderId),
  );
  const outcomes: Omit<ShopOutcome, 'status'>[] = [];
  let next = 0;
  async function takeTurns(): Promise<void> {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item) outcomes[index] = await outcomeOf(item);
    }
  }
  async function outcomeOf({
    orderId,
    shopOrderId,
  }: BatchItem): Promise<(typeof outcomes)[number]> {
    try {
      const order = orders.get(orderId.toLowerCase())?.order;
      if (!order) throw new ApiError('order_not_found', { id: orderId });
      if (shopOrderIdOf(order) !== shopOrderId) throw new ApiError('no_shop_id');
      const fulfillmentIds = await withShop(
        deps,
        merchantId,
        (ask) => work(ask, { order, shopOrderId }),
        shop,
      );
      return { orderId, shopOrderId, result: 'success', ...(fulfillmentIds && { fulfillmentIds }) };
    } catch (error) {
      if (!isApiError(error)) throw error;
      const { code } = error;
      return { orderId, shopOrderId, result: 'error', code, message: error.detail(locale) };
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns));
  const after = await findOrders(deps.db, merchantId, [...orders.keys()]);
  return outcomes.map((outcome) => {
    const status = after.get(outcome.orderId.toLowerCase())?.order.orderStatus;
    return { ...outcome, ...(status && { status }) };
  });
}

/**
 * Fulfills orders of a batch, each by itself and from wherever the shop has assigned it. Raises
 * `shop_not_linked`; what else goes wrong is told of each order.
 */
export function fulfillBatch(
  deps: ShopDeps,
  fulfiller: Fulfiller,
  orders: readonly { portageId: string; shopOrderId: string }[],
  locale: Locale,
): Promise<ShopOutcome[]> {
  const items = orders.map(({ portageId, shopOrderId }) => ({ orderId: portageId, shopOrderId }));
  return eachOfBatch(deps, fulfiller, items, locale, (ask, item) =>
    fulfillOne(deps, fulfiller, ask, item),
  );
}
