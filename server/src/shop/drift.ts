import type { Order } from '@portage/contract/orders/orders';
import type { ListedShopOrder } from '@portage/contract/shop/shop-orders';
import { ApiError } from '../api-error.ts';
import { changeOrderAlone } from '../orders/change-orders.ts';
import { deleteOrders } from '../orders/delete-orders.ts';
import { findOrders } from '../orders/get-order.ts';
import { markReady } from '../orders/mark-ready.ts';
import { type Fulfiller, fulfillOne } from './fulfill-orders.ts';
import { askForShopOrder } from './read-shop-orders.ts';
import {
  findShopOrder,
  listShopOrders,
  type StoredShopOrder,
  upsertShopOrder,
} from './shop-order-queries.ts';
import { findShop } from './shop-queries.ts';
import { type Ask, type ShopDeps, withShop } from './with-shop.ts';

/** Shop orders that are listed, and that are compared for drift. */
const LISTED = 200;
const COMPARED = 1_000;

/** Compares a shop order with its delivery order; undefined when they agree. */
function driftOf(
  { shopOrder }: StoredShopOrder,
  order: Pick<Order, 'pickupReadyAt' | 'orderStatus'> | undefined,
): ListedShopOrder['drift'] {
  if (!order) return undefined;
  if (shopOrder.cancelledAt !== undefined) {
    return order.orderStatus === 'CANCELLED' ? undefined : 'shop_cancelled';
  }
  const isReady = order.pickupReadyAt !== undefined;
  if (shopOrder.fulfilment === 'fulfilled') return isReady ? undefined : 'shop_fulfilled';
  return isReady ? 'order_ready' : undefined;
}

/** Lists the newest shop orders of the linked shop; without a link, of all that were linked. */
export async function listWithDrift(
  { db }: Pick<ShopDeps, 'db'>,
  merchantId: string,
  show: 'open' | 'drift' | 'all',
): Promise<ListedShopOrder[]> {
  const rows = await listShopOrders(db, merchantId, {
    shop: (await findShop(db, merchantId))?.shop,
    show: show === 'drift' ? 'placed' : show,
    limit: show === 'drift' ? COMPARED : LISTED,
  });
  const ids = rows.flatMap(({ orderId }) => orderId ?? []);
  const orders = await findOrders(db, merchantId, ids);
  const listed = rows.map((row): ListedShopOrder => {
    const order = row.orderId === null ? undefined : orders.get(row.orderId)?.order;
    const drift = driftOf(row, order);
    return {
      shopOrder: row.shopOrder,
      ...(order && { orderId: order.id }),
      ...(drift && { drift }),
    };
  });
  return show === 'drift' ? listed.filter(({ drift }) => drift).slice(0, LISTED) : listed;
}

/**
 * Repairs the drift of a shop order as it is now: marks its delivery order ready, fulfills it in the shop,
 * or deletes the delivery order. Throws `shop_order_not_found`, and the reasons why each may be refused.
 */
export async function repairDrift(
  deps: ShopDeps,
  fulfiller: Fulfiller,
  shopOrderId: string,
): Promise<ListedShopOrder> {
  const { db } = deps;
  const { merchantId, username, shop } = fulfiller;
  await withShop(
    deps,
    merchantId,
    async (ask) => {
      const shopOrder = await askForShopOrder(ask, shopOrderId);
      if (shopOrder) await upsertShopOrder(db, merchantId, { shop, shopOrder });
      const stored = await findShopOrder(db, merchantId, shopOrderId);
      if (!stored) throw new ApiError('shop_order_not_found', { id: shopOrderId });
      await repair(ask, stored);
    },
    shop,
  );
  const after = await findShopOrder(db, merchantId, shopOrderId);
  if (!after) throw new ApiError('shop_order_not_found', { id: shopOrderId });
  return { shopOrder: after.shopOrder, ...(after.orderId !== null && { orderId: after.orderId }) };

  async function repair(ask: Ask, stored: StoredShopOrder): Promise<void> {
    const id = stored.orderId ?? '';
    const order = (await findOrders(db, merchantId, id === '' ? [] : [id])).get(id)?.order;
    if (!order) return;
    switch (driftOf(stored, order)) {
      case 'shop_fulfilled':
        await changeOrderAlone(deps, { merchantId, id }, markReady(username));
        return;
      case 'order_ready':
        await fulfillOne(deps, fulfiller, ask, { order, shopOrderId });
        return;
      case 'shop_cancelled': {
        const [outcome] = await deleteOrders(deps, { merchantId, username }, [id]);
        if (outcome?.error) throw outcome.error;
        return;
      }
      case undefined:
    }
  }
}
