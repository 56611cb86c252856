import type { Locale } from '@portage/contract/locale';
import type { ShopOutcome } from '@portage/contract/shop';
import { shopOrderIdOf } from '@portage/contract/shop-order-id';
import { ApiError, isApiError } from '../api-error.ts';
import { getOrder } from '../orders/get-order.ts';
import { fulfillOne, type Fulfiller } from './fulfill-orders.ts';
import { getShop, type ShopDeps, withShop } from './with-shop.ts';

/** How many orders of a batch wait for the shop at once: more would only wait for its throttle. */
const AT_ONCE = 8;

/** Does something to each order of a batch, a few at once, and says what became of each. */
export async function eachOfBatch<Item extends { orderId: string; shopOrderId: string }>(
  items: readonly Item[],
  locale: Locale,
  work: (item: Item) => Promise<string[] | undefined>,
): Promise<ShopOutcome[]> {
  const outcomes: ShopOutcome[] = [];
  let next = 0;
  async function takeTurns(): Promise<void> {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item) outcomes[index] = await outcomeOf(item);
    }
  }
  async function outcomeOf(item: Item): Promise<ShopOutcome> {
    const { orderId, shopOrderId } = item;
    try {
      const fulfillmentIds = await work(item);
      return { orderId, shopOrderId, result: 'success', ...(fulfillmentIds && { fulfillmentIds }) };
    } catch (error) {
      if (!isApiError(error)) throw error;
      const { code } = error;
      return { orderId, shopOrderId, result: 'error', code, message: error.detail(locale) };
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns));
  return outcomes;
}

/**
 * Fulfills orders of a batch, each by itself and from wherever the shop has assigned it. Raises
 * `shop_not_linked`; what else goes wrong is told of each order.
 */
export async function fulfillBatch(
  deps: ShopDeps,
  fulfiller: Fulfiller,
  orders: readonly { portageId: string; shopOrderId: string }[],
  locale: Locale,
): Promise<ShopOutcome[]> {
  const { merchantId, shop } = fulfiller;
  await getShop(deps, merchantId, shop);
  const items = orders.map(({ portageId, shopOrderId }) => ({ orderId: portageId, shopOrderId }));
  return eachOfBatch(items, locale, ({ orderId, shopOrderId }) =>
    withShop(
      deps,
      merchantId,
      async (ask) => {
        const order = await getOrder(deps.db, merchantId, orderId);
        if (shopOrderIdOf(order) !== shopOrderId) throw new ApiError('no_shop_id');
        return fulfillOne(deps, fulfiller, ask, { order, shopOrderId });
      },
      shop,
    ),
  );
}
