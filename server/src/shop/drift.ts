import type { Order } from '@portage/contract/orders';
import type { ListedShopOrder } from '@portage/contract/shop-orders';
import { ApiError } from '../api-error.ts';
import { changeOrderAlone } from '../orders/change-orders.ts';
import { deleteOrders } from '../orders/deletion/delete-orders.ts';
import { findOrders } from '../orders/find-orders.ts';
import { markReady } from '../orders/readiness/mark-ready.ts';
import { askForShopOrder } from './follow-shop-order.ts';
import { fulfillBatch } from './fulfill-batch.ts';
import type { Fulfiller } from './fulfill-orders.ts';
import {
  findShopOrder,
  listShopOrders,
  type StoredShopOrder,
  updateShopOrderOrder,
  upsertShopOrder,
} from './shop-order-queries.ts';
import { type ShopDeps, withShop } from './with-shop.ts';

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

/** The newest shop orders: those that are open, all, or those about which the shop and we differ. */
export async function listWithDrift(
  { db }: Pick<ShopDeps, 'db'>,
  merchantId: string,
  show: 'open' | 'drift' | 'all',
): Promise<ListedShopOrder[]> {
  const rows = await listShopOrders(db, merchantId, {
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
    },
    shop,
  );
  const stored = await findShopOrder(db, merchantId, shopOrderId);
  if (!stored) throw new ApiError('shop_order_not_found', { id: shopOrderId });
  const id = stored.orderId ?? '';
  const order = (await findOrders(db, merchantId, id === '' ? [] : [id])).get(id)?.order;
  const drift = driftOf(stored, order);
  if (drift === 'shop_fulfilled') {
    await changeOrderAlone(deps, { merchantId, id }, markReady(username));
  }
  if (drift === 'order_ready') await fulfillAgain();
  if (drift === 'shop_cancelled') await deleteCancelled();
  const after = await findShopOrder(db, merchantId, shopOrderId);
  return {
    shopOrder: after?.shopOrder ?? stored.shopOrder,
    ...(after?.orderId && { orderId: after.orderId }),
  };

  async function fulfillAgain(): Promise<void> {
    const orders = [{ portageId: id, shopOrderId }];
    const [outcome] = await fulfillBatch(deps, fulfiller, orders, 'en');
    if (outcome?.result === 'error' && outcome.code !== 'shop_order_closed') {
      throw new ApiError('shop_rejected', { message: outcome.message ?? '' });
    }
  }

  async function deleteCancelled(): Promise<void> {
    const [outcome] = await deleteOrders(deps, { merchantId, username }, [id]);
    if (outcome?.error) throw outcome.error;
    await updateShopOrderOrder(db, merchantId, shopOrderId, undefined);
  }
}
