import type { Locale } from '@portage/contract/locale';
import type { Order } from '@portage/contract/orders/orders';
import type { Service } from '@portage/contract/rates/services';
import type { FulfillmentChoices, ShopLocation } from '@portage/contract/shop/shop';
import type { ShopOrder } from '@portage/contract/shop/shop-orders';
import { shopOrderIdOf } from '@portage/contract/shop/shop-order-id';
import { ApiError, isApiError } from '../api-error.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { changeOrderAlone } from '../orders/change-orders.ts';
import { findOrders, getOrder } from '../orders/get-order.ts';
import { markReady } from '../orders/mark-ready.ts';
import { codeOfService, quoteShopRates } from './checkout-rates.ts';
import { askForShopOrder } from './read-shop-orders.ts';
import { placeShopOrder } from './place-shop-order.ts';
import {
  locationsDocument,
  fulfillmentCreateDocument,
  fulfillmentOrderMoveDocument,
  fulfillmentOrdersDocument,
} from './shop-documents.ts';
import { findDelivery, findShopOrder, upsertShopOrder } from './shop-order-queries.ts';
import {
  type Ask,
  type ShopDeps,
  withShop,
  numberOf,
  orderGid,
  requireNoUserErrors,
} from './with-shop.ts';

/** What is fulfilled, and what the shop tells the buyer of it. */
interface Fulfilment {
  shopOrderId: string;
  /** The location to fulfill from; undefined for wherever the shop has assigned each part. */
  locationId?: string | undefined;
  trackingNumber: string;
  trackingUrl: string;
}

/** Statuses of a fulfillment order that still has something to fulfill. */
const OPEN = ['OPEN', 'IN_PROGRESS', 'SCHEDULED'];

/** What the shop says of an order. Throws `shop_order_not_found` and `shop_order_cancelled`. */
async function standingOf(ask: Ask, { shopOrderId, trackingNumber }: Fulfilment) {
  const { order } = await ask(fulfillmentOrdersDocument, { id: orderGid(shopOrderId) });
  if (!order) throw new ApiError('shop_order_not_found', { id: shopOrderId });
  const ours = order.fulfillments.filter(
    ({ status, trackingInfo }) =>
      status !== 'CANCELLED' && trackingInfo.some(({ number }) => number === trackingNumber),
  );
  return {
    number: order.name,
    isCancelled: order.cancelledAt !== null,
    ourIds: ours.map(({ id }) => numberOf(id)),
    open: order.fulfillmentOrders.nodes
      .filter(({ status }) => OPEN.includes(status))
      .map(({ id, assignedLocation }) => ({ id, locationId: assignedLocation.location?.id })),
  };
}

/** Moves fulfillment orders to the location. Throws `shop_location_gone`. */
async function moveTo(ask: Ask, locationId: string, open: readonly { id: string }[]) {
  const moved = [];
  for (const { id } of open) {
    const { fulfillmentOrderMove } = await ask(fulfillmentOrderMoveDocument, {
      id,
      newLocationId: locationId,
    });
    const { movedFulfillmentOrder } = fulfillmentOrderMove;
    if (!movedFulfillmentOrder) throw new ApiError('shop_location_gone');
    moved.push({ id: movedFulfillmentOrder.id, locationId });
  }
  return moved;
}

/**
 * Fulfills what is left of a shop order, with the tracking number and link of its delivery order, and
 * gives the ids of all fulfillments that carry the number: one for each location. May be called again
 * after an answer was lost: what is fulfilled already is found by its number. Throws
 * `shop_order_not_found`, `shop_order_cancelled`, `shop_order_closed`, `shop_location_gone` and what
 * the shop throws.
 */
export async function fulfillShopOrder(ask: Ask, fulfilment: Fulfilment): Promise<string[]> {
  const { locationId, trackingNumber, trackingUrl } = fulfilment;
  const { number, isCancelled, ourIds, open } = await standingOf(ask, fulfilment);
  if (isCancelled) throw new ApiError('shop_order_cancelled', { number });
  if (open.length === 0) {
    if (ourIds.length > 0) return ourIds;
    throw new ApiError('shop_order_closed', { number });
  }

  const atLocation = open.filter((one) => one.locationId === locationId);
  const chosen =
    locationId === undefined || atLocation.length > 0
      ? atLocation
      : await moveTo(ask, locationId, open);
  const parts = locationId === undefined ? open : chosen;

  for (const those of Object.values(Object.groupBy(parts, (part) => part.locationId ?? ''))) {
    const { fulfillmentCreate } = await ask(fulfillmentCreateDocument, {
      fulfillment: {
        lineItemsByFulfillmentOrder: (those ?? []).map(({ id }) => ({ fulfillmentOrderId: id })),
        notifyCustomer: true,
        trackingInfo: { company: 'Portage', number: trackingNumber, url: trackingUrl },
      },
    });
    if (fulfillmentCreate.fulfillment) {
      ourIds.push(numberOf(fulfillmentCreate.fulfillment.id));
      continue;
    }
    // A try before may have done it although its answer was lost.
    const again = await standingOf(ask, fulfilment);
    if (again.isCancelled) throw new ApiError('shop_order_cancelled', { number });
    if (again.ourIds.length === 0) requireNoUserErrors(fulfillmentCreate.userErrors);
    return again.ourIds;
  }
  return ourIds;
}

/** Who fulfills, in which shop. */
export interface Fulfiller {
  merchantId: string;
  username: string;
  shop: string;
}

/** When an order that could not be marked ready is marked once more, in milliseconds. */
const READY_LATER = 3_000;

const isUuid = (id: string) => id.includes('-');

/** The shop order and the delivery order that an id of either names. Throws `no_shop_id`. */
async function bothOf(
  { db }: Pick<ShopDeps, 'db'>,
  { merchantId, shop }: Pick<Fulfiller, 'merchantId' | 'shop'>,
  id: string,
): Promise<{ shopOrderId: string; order: Order | undefined }> {
  if (isUuid(id)) {
    const order = await getOrder(db, merchantId, id);
    const shopOrderId = shopOrderIdOf(order);
    if (shopOrderId === undefined) throw new ApiError('no_shop_id');
    return { shopOrderId, order };
  }
  const orderId = await findDelivery(db, merchantId, { shop, shopOrderId: id });
  const found = orderId && (await findOrders(db, merchantId, [orderId])).get(orderId)?.order;
  const isLive = found && found.orderStatus !== 'CANCELLED';
  return { shopOrderId: id, order: isLive ? found : undefined };
}

async function listLocations(ask: Ask): Promise<ShopLocation[]> {
  const { locations } = await ask(locationsDocument, {});
  return locations.nodes
    .filter(({ isActive }) => isActive)
    .map(({ id, name, address }) => ({
      id,
      name,
      address1: address.address1 ?? undefined,
      city: address.city ?? undefined,
      province: address.province ?? undefined,
      country: address.country ?? undefined,
      zip: address.zip ?? undefined,
    }));
}

/**
 * The locations to fulfill a shop order from, and the rates to choose from when it has no delivery
 * order yet. `id` is that of the shop order or of the delivery order. Throws `no_shop_id`,
 * `shop_order_not_found` and what `withShop` throws.
 */
export function listFulfillmentChoices(
  deps: ShopDeps,
  { merchantId, shop }: Pick<Fulfiller, 'merchantId' | 'shop'>,
  id: string,
  locale: Locale,
): Promise<FulfillmentChoices> {
  return withShop(
    deps,
    merchantId,
    async (ask) => {
      const { shopOrderId, order } = await bothOf(deps, { merchantId, shop }, id);
      const shopOrder = await askForShopOrder(ask, shopOrderId);
      if (!shopOrder) throw new ApiError('shop_order_not_found', { id: shopOrderId });
      const { address, grams, number, service } = shopOrder;
      const quotes = order
        ? undefined
        : await quoteShopRates(deps, merchantId, {
            address: { postalCode: address?.zip, country: address?.countryCode },
            grams,
            locale,
          });
      return {
        success: true,
        locations: await listLocations(ask),
        ...(quotes && {
          rates: quotes.map((rate) => ({
            service_code: codeOfService(rate.service),
            service_name: rate.name,
            total_price: Math.round(rate.price * 100),
            currency: rate.currency,
            description: rate.description,
          })),
        }),
        shopOrderNumber: number,
        chosenAtCheckout: service !== undefined,
      };
    },
    shop,
  );
}

/**
 * Fulfills a shop order with the tracking number of its delivery order, and marks that ready. Gives the
 * ids of the fulfillments. Throws `shop_order_not_placed` without a delivery order, and what
 * `fulfillShopOrder` and `withShop` raise.
 */
export function fulfillOrder(
  deps: ShopDeps,
  fulfiller: Fulfiller,
  { id, locationId }: { id: string; locationId: string },
): Promise<string[]> {
  const { merchantId, shop } = fulfiller;
  return withShop(
    deps,
    merchantId,
    async (ask) => {
      const { shopOrderId, order } = await bothOf(deps, { merchantId, shop }, id);
      if (!order) throw new ApiError('shop_order_not_placed', { number: shopOrderId });
      return fulfillOne(deps, fulfiller, ask, { order, shopOrderId, locationId });
    },
    shop,
  );
}

/**
 * Creates the delivery order of a shop order, unless it has one, and fulfills it. Throws
 * `shop_order_closed` for one that is fulfilled without a delivery order, and what `placeShopOrder`,
 * `fulfillShopOrder` and `withShop` raise.
 */
export function createAndFulfill(
  deps: ShopDeps,
  fulfiller: Fulfiller,
  {
    shopOrderId,
    locationId,
    service,
  }: { shopOrderId: string; locationId?: string | undefined; service: Service | undefined },
): Promise<{ orderId: string; fulfillmentIds: string[] }> {
  const { merchantId, shop } = fulfiller;
  return withShop(
    deps,
    merchantId,
    async (ask) => {
      const shopOrder = await askForShopOrder(ask, shopOrderId);
      if (!shopOrder) throw new ApiError('shop_order_not_found', { id: shopOrderId });
      await upsertShopOrder(deps.db, merchantId, { shop, shopOrder });
      const order = await findOrPlace(shopOrder);
      const part = { order, shopOrderId, locationId };
      return { orderId: order.id, fulfillmentIds: await fulfillOne(deps, fulfiller, ask, part) };
    },
    shop,
  );

  async function findOrPlace(shopOrder: ShopOrder): Promise<Order> {
    const { order } = await bothOf(deps, fulfiller, shopOrderId);
    if (order) return order;
    if (shopOrder.fulfilment === 'fulfilled') {
      throw new ApiError('shop_order_closed', { number: shopOrder.number });
    }
    try {
      return await placeShopOrder(deps, fulfiller, { shopOrder, service });
    } catch (error) {
      if (!isApiError(error, 'shop_order_placed')) throw error;
      // Another call has placed it meanwhile.
      const placed = (await bothOf(deps, fulfiller, shopOrderId)).order;
      if (!placed) throw error;
      return placed;
    }
  }
}

/** Fulfills the shop order of a delivery order, and marks that ready. */
export async function fulfillOne(
  deps: ShopDeps,
  { merchantId, username, shop }: Fulfiller,
  ask: Ask,
  {
    order,
    shopOrderId,
    locationId,
  }: { order: Order; shopOrderId: string; locationId?: string | undefined },
): Promise<string[]> {
  const { id, trackingNumber } = order;
  const trackingUrl = `${deps.trackingUrl}/${trackingNumber}`;
  const ids = await fulfillShopOrder(ask, { shopOrderId, locationId, trackingNumber, trackingUrl });
  const stored = await findShopOrder(deps.db, merchantId, shopOrderId);
  if (stored) {
    const shopOrder = {
      ...stored.shopOrder,
      fulfilment: 'fulfilled',
      fulfillmentIds: ids,
    } as const;
    await upsertShopOrder(deps.db, merchantId, { shop, shopOrder });
  }
  const reference = { merchantId, orderId: id, username };
  // An order that was placed just now is not located yet.
  if (!(await readyFulfilled(deps, reference))) {
    await insertJob(deps.db, 'ready-fulfilled-order', reference, { delay: READY_LATER });
  }
  return ids;
}

/**
 * Marks an order ready that is fulfilled in the shop. False when it is to be tried later: the order is
 * not located yet, or is being changed. What can never be ready stays as it is: the drift report has it.
 */
export async function readyFulfilled(
  deps: Pick<ShopDeps, 'db' | 'clock'>,
  { merchantId, orderId, username }: { merchantId: string; orderId: string; username: string },
): Promise<boolean> {
  try {
    await changeOrderAlone(deps, { merchantId, id: orderId }, markReady(username));
    return true;
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (isApiError(error, 'busy')) return false;
    const found = (await findOrders(deps.db, merchantId, [orderId])).get(orderId);
    return found?.order.orderStatus !== 'CREATED';
  }
}
