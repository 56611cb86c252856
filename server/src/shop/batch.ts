import type { Locale } from '@portage/contract/locale';
import type { Order } from '@portage/contract/orders/orders';
import type { ShopOutcome } from '@portage/contract/shop/shop';
import { shopOrderIdOf } from '@portage/contract/shop/shop-order-id';
import { ApiError, isApiError } from '../api-error.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { findOrders, getOrder } from '../orders/get-order.ts';
import { turns } from '../threads/take-turns.ts';
import { type Fulfiller, fulfillOne } from './fulfill-orders.ts';
import { followTags } from './read-shop-orders.ts';
import { orderTagsDocument, tagsAddDocument, tagsRemoveDocument } from './shop-documents.ts';
import { changeShopOrder } from './shop-order-queries.ts';
import {
  type Ask,
  getShop,
  orderGid,
  requireNoUserErrors,
  type ShopDeps,
  withShop,
} from './with-shop.ts';

/** Concurrent orders; more would wait for the shop's throttle. */
const AT_ONCE = 8;

interface BatchItem {
  orderId: string;
  shopOrderId: string;
}

/** Returns an outcome per order. Throws `shop_not_linked`. */
async function eachOfBatch(
  deps: ShopDeps,
  linked: Pick<Fulfiller, 'merchantId' | 'shop'>,
  items: readonly BatchItem[],
  locale: Locale,
  work: (ask: Ask, item: { order: Order; shopOrderId: string }) => Promise<string[] | undefined>,
): Promise<ShopOutcome[]> {
  const { merchantId, shop } = linked;
  await getShop(deps, merchantId, shop);
  const orders = await findOrders(
    deps.db,
    merchantId,
    items.map(({ orderId }) => orderId),
  );
  async function outcomeOf(item: BatchItem): Promise<Omit<ShopOutcome, 'status'>> {
    const { orderId, shopOrderId } = item;
    try {
      const order = orders.get(orderId.toLowerCase())?.order;
      if (!order) throw new ApiError('order_not_found', { id: orderId });
      if (shopOrderIdOf(order) !== shopOrderId) throw new ApiError('no_shop_id');
      const fulfillmentIds = await withShop(deps, linked, (ask) =>
        work(ask, { order, shopOrderId }),
      );
      return { orderId, shopOrderId, result: 'success', ...(fulfillmentIds && { fulfillmentIds }) };
    } catch (error) {
      if (!isApiError(error)) throw error;
      const { code } = error;
      return { orderId, shopOrderId, result: 'error', code, message: error.detail(locale) };
    }
  }
  const takeTurn = turns({ atOnce: AT_ONCE, mostWaiting: Infinity });
  const outcomes = await Promise.all(items.map((item) => takeTurn(() => outcomeOf(item))));
  const after = await findOrders(deps.db, merchantId, [...orders.keys()]);
  return outcomes.map((outcome) => {
    const status = after.get(outcome.orderId.toLowerCase())?.order.orderStatus;
    return { ...outcome, ...(status && { status }) };
  });
}

/** Fulfills each order from its assigned location. Throws `shop_not_linked`. */
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

/** Shop's changes first, then back. Keeps tags only the shop knows. Throws `shop_not_linked`. */
export async function syncTags(
  deps: ShopDeps,
  owner: { merchantId: string; shop: string },
  orders: readonly { orderId: string; shopOrderId: string }[],
  locale: Locale,
): Promise<ShopOutcome[]> {
  const { merchantId } = owner;
  const { orderTags } = await getMerchant(deps.db, merchantId);
  return eachOfBatch(deps, owner, orders, locale, async (ask, { order, shopOrderId }) => {
    const id = orderGid(shopOrderId);
    const inShop = (await ask(orderTagsDocument, { id })).order?.tags;
    if (!inShop) throw new ApiError('shop_order_not_found', { id: shopOrderId });
    await followTags(deps, merchantId, { shopOrderId, tags: inShop });
    const { tags } = await getOrder(deps.db, merchantId, order.id);
    const added = tags.filter((tag) => !inShop.includes(tag));
    const removed = inShop.filter((tag) => orderTags.includes(tag) && !tags.includes(tag));
    if (added.length > 0) {
      const { tagsAdd } = await ask(tagsAddDocument, { id, tags: added });
      requireNoUserErrors(tagsAdd.userErrors);
    }
    if (removed.length > 0) {
      const { tagsRemove } = await ask(tagsRemoveDocument, { id, tags: removed });
      requireNoUserErrors(tagsRemove.userErrors);
    }
    const kept = inShop.filter((tag) => !removed.includes(tag));
    await changeShopOrder(deps.db, merchantId, shopOrderId, (shopOrder) => ({
      ...shopOrder,
      tags: [...kept, ...added],
    }));
    return undefined;
  });
}
