import type { Order } from '@portage/contract/orders';
import type { ListedShopOrder } from '@portage/contract/shop-orders';
import { ApiError } from '../api-error.ts';
import { changeOrderAlone } from '../orders/change-orders.ts';
import { deleteOrders } from '../orders/deletion/delete-orders.ts';
import { findOrders } from '../orders/find-orders.ts';
import { markReady } from '../orders/readiness/mark-ready.ts';
import { askForShopOrder } from './follow-shop-order.ts';
import { fulfillOne, type Fulfiller } from './fulfill-orders.ts';
import {
  findShopOrder,
  listShopOrders,
  type StoredShopOrder,
  updateShopOrderOrder,
  upsertShopOrder,
} from './shop-order-queries.ts';
import { findShop } from './shop-queries.ts';
import { type Ask, type ShopDeps, withShop } from './with-shop.ts';

/** How many shop orders are listed, and how many are looked at for drift. */
const LISTED = 200;
const COMPARED = 1_000;

/** How the shop and we differ about an order; undefined when we agree. */
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

/**
 * The newest shop orders: those that are open, all, or those about which the shop and we differ. They
 * are of the linked shop; where none is, of those that were.
 */
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
 * Brings a shop order and its delivery order in step: what the shop has fulfilled is marked ready, what
 * is ready is fulfilled in the shop, and what was cancelled there is deleted here. Reads the shop order
 * first. Raises `shop_order_not_found`, and why it cannot be done.
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
        await updateShopOrderOrder(db, merchantId, shopOrderId, undefined);
        return;
      }
      case undefined:
    }
  }
}
