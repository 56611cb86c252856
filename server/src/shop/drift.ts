import type { Order } from '@portage/contract/orders/orders';
import type { ListedShopOrder, ShopOrder } from '@portage/contract/shop/shop-orders';
import { ApiError, ignoring } from '../api-error.ts';
import { changeOrderAlone } from '../orders/change-orders.ts';
import { deleteOrder } from '../orders/delete-orders.ts';
import { findOrders } from '../orders/get-order.ts';
import { markReady } from '../orders/mark-order.ts';
import { type Fulfiller, fulfillOne } from './fulfill-orders.ts';
import { chooseParts, placeShipment } from './place-shop-order.ts';
import { readAgain } from './read-shop-orders.ts';
import { type Shipment, shipmentsOf } from './shop-order-parts.ts';
import { findShopOrder, listShopOrders, type StoredShopOrder } from './shop-order-queries.ts';
import { findShop } from './shop-queries.ts';
import { type Ask, type ShopDeps, withShop } from './with-shop.ts';

/** Shop orders listed and compared for drift. */
const LISTED = 200;
const COMPARED = 1_000;

/** Undefined when shipment and delivery order agree. */
function driftOf(
  { cancelledAt, fulfilment, parts }: ShopOrder,
  { parts: left, pickedUpAt }: Shipment,
  order: Pick<Order, 'pickupReadyAt' | 'orderStatus'>,
): ListedShopOrder['drift'] {
  if (cancelledAt !== undefined) {
    return order.orderStatus === 'CANCELLED' ? undefined : 'shop_cancelled';
  }
  const isReady = order.pickupReadyAt !== undefined;
  const isFulfilled = parts ? left.length === 0 : fulfilment === 'fulfilled';
  if (isFulfilled) return isReady ? undefined : 'shop_fulfilled';
  if (isReady) return 'order_ready';
  const isMoved = left.some(({ locationId = '' }) => locationId !== (pickedUpAt ?? locationId));
  return isMoved ? 'shop_moved' : undefined;
}

/** One a row. */
function rowsOf(
  { shopOrder, deliveries }: StoredShopOrder,
  orders: ReadonlyMap<string, { order: Order }>,
): ListedShopOrder[] {
  const shipments = shipmentsOf(shopOrder, deliveries);
  return shipments.map((shipment): ListedShopOrder => {
    const { orderId, parts, pickedUpAt } = shipment;
    const order = orders.get(orderId ?? '')?.order;
    const drift = order && driftOf(shopOrder, shipment, order);
    const [part] = parts;
    const isApart = shipments.length > 1 || drift === 'shop_moved';
    const waits = parts.length > 0 && parts.every(({ state }) => state !== 'open');
    return {
      shopOrder,
      ...(order && { orderId: order.id }),
      ...(isApart &&
        part && { location: { id: part.locationId ?? pickedUpAt ?? '', name: part.locationName } }),
      ...(waits && part && { waiting: part }),
      ...(drift && { drift }),
    };
  });
}

const ordersOf = (
  { db }: Pick<ShopDeps, 'db'>,
  merchantId: string,
  stored: readonly StoredShopOrder[],
) => {
  const ids = stored.flatMap(({ deliveries }) =>
    deliveries.filter(({ isLive }) => isLive).map(({ orderId }) => orderId),
  );
  return findOrders(db, merchantId, [...new Set(ids)]);
};

/** Lists the newest of the linked shop; without a link, of all former shops. */
export async function listWithDrift(
  { db }: Pick<ShopDeps, 'db'>,
  merchantId: string,
  show: 'open' | 'drift' | 'all',
): Promise<ListedShopOrder[]> {
  const stored = await listShopOrders(db, merchantId, {
    shop: (await findShop(db, merchantId))?.shop,
    show: show === 'drift' ? 'placed' : show,
    limit: show === 'drift' ? COMPARED : LISTED,
  });
  const orders = await ordersOf({ db }, merchantId, stored);
  const rows = stored.flatMap((one) => rowsOf(one, orders));
  if (show === 'all') return rows;
  const shown = rows.filter(({ drift, orderId }) =>
    show === 'drift' ? drift !== undefined : orderId === undefined,
  );
  return shown.slice(0, LISTED);
}

/** Throws `shop_order_not_found` and the refusal of each repair. */
export async function repairDrift(
  deps: ShopDeps,
  fulfiller: Fulfiller,
  shopOrderId: string,
  orderId?: string,
): Promise<ListedShopOrder> {
  const { db } = deps;
  const { merchantId, username, shop } = fulfiller;
  const find = async () => {
    const stored = await findShopOrder(db, merchantId, shopOrderId);
    if (!stored) throw new ApiError('shop_order_not_found', { id: shopOrderId });
    return stored;
  };
  await withShop(deps, fulfiller, async (ask) => {
    // An order deleted in the shop may still be delivered.
    await readAgain(deps, ask, fulfiller, shopOrderId).catch(ignoring('shop_order_not_found'));
    await repair(ask, await find());
  });
  const after = await find();
  const [row] = rowsOf(after, await ordersOf(deps, merchantId, [after]));
  return row ?? { shopOrder: after.shopOrder };

  async function repair(ask: Ask, stored: StoredShopOrder): Promise<void> {
    const { shopOrder, deliveries } = stored;
    const orders = await ordersOf(deps, merchantId, [stored]);
    for (const shipment of shipmentsOf(shopOrder, deliveries)) {
      const order = orders.get(shipment.orderId ?? '')?.order;
      const isMeant = orderId === undefined || orderId === shipment.orderId;
      if (!order || !isMeant) continue;
      const { id } = order;
      switch (driftOf(shopOrder, shipment, order)) {
        case 'shop_fulfilled':
          await changeOrderAlone(deps, { merchantId, id }, markReady(username));
          return;
        case 'order_ready':
          await fulfillOne(deps, fulfiller, ask, { order, shopOrderId });
          return;
        case 'shop_cancelled':
          await deleteOrder(deps, fulfiller, id);
          return;
        case 'shop_moved': {
          const { service } = order;
          await deleteOrder(deps, fulfiller, id);
          const parts = await chooseParts(
            deps,
            merchantId,
            shopOrder,
            shipment.parts[0]?.locationId,
          );
          await placeShipment(deps, fulfiller, ask, { shop, shopOrder, parts, service });
          return;
        }
        case undefined:
      }
    }
  }
}
