import type { Locale } from '@portage/contract/locale';
import type { Order } from '@portage/contract/orders/orders';
import type { Service } from '@portage/contract/rates/rates';
import type { FulfillmentChoices, ShopLocation, ShopRecipient } from '@portage/contract/shop/shop';
import { shopOrderIdOf } from '@portage/contract/shop/shop-order-id';
import type { ShopOrder, ShopOrderPart } from '@portage/contract/shop/shop-orders';
import { ApiError, isApiError } from '../api-error.ts';
import type { Author } from '../http/session.ts';
import { insertJob, type JobPayload } from '../jobs/job-queries.ts';
import { getShipper } from '../merchants/get-merchant.ts';
import { changeOrderAlone } from '../orders/change-orders.ts';
import { findOrder, getOrder } from '../orders/get-order.ts';
import { markReady } from '../orders/mark-order.ts';
import { codeOfService, quoteShopRates } from './checkout-rates.ts';
import { chooseParts, contentsOf, placeShipment, requireVersion } from './place-shop-order.ts';
import { readAgain } from './read-shop-orders.ts';
import {
  locationsDocument,
  fulfillmentCreateDocument,
  fulfillmentOrderMoveDocument,
  fulfillmentOrdersDocument,
} from './shop-documents.ts';
import {
  allFulfillmentOrders,
  partOf,
  partsOf,
  requireOpen,
  shipmentsOf,
  shipperOf,
  versionOf,
} from './shop-order-parts.ts';
import { changeShopOrder, findShopOrder } from './shop-order-queries.ts';
import {
  type Ask,
  type ShopDeps,
  withShop,
  numberOf,
  orderGid,
  requireNoUserErrors,
} from './with-shop.ts';

interface Fulfilment {
  shopOrderId: string;
  /** Location to fulfill from; by default the assigned ones. */
  locationId?: string | undefined;
  trackingNumber: string;
  trackingUrl: string;
  /** All parts when absent. */
  ships?: (partId: string) => boolean;
}

/** Reads the fulfillments and unfinished parts of an order. Throws `shop_order_not_found`. */
async function readParts(
  ask: Ask,
  { shopOrderId, trackingNumber }: Pick<Fulfilment, 'shopOrderId' | 'trackingNumber'>,
) {
  const answer = await ask(fulfillmentOrdersDocument, { id: orderGid(shopOrderId), after: null });
  const { order } = answer;
  if (!order) throw new ApiError('shop_order_not_found', { id: shopOrderId });
  const fulfillmentOrders = await allFulfillmentOrders(ask, shopOrderId, order);
  const ours = order.fulfillments.filter(
    ({ status, trackingInfo }) =>
      status !== 'CANCELLED' && trackingInfo.some(({ number }) => number === trackingNumber),
  );
  return {
    number: order.name,
    isCancelled: order.cancelledAt !== null,
    ourIds: ours.map(({ id }) => numberOf(id)),
    parts: partsOf(fulfillmentOrders),
  };
}

const gidOf = ({ id }: ShopOrderPart) => `gid://shopify/FulfillmentOrder/${id}`;

/** Moves parts to the location. Throws `shop_location_gone` and `shop_move_refused`. */
async function moveTo(
  ask: Ask,
  locationId: string,
  parts: readonly ShopOrderPart[],
): Promise<ShopOrderPart[]> {
  const moved: ShopOrderPart[] = [];
  for (const part of parts) {
    const variables = { id: gidOf(part), newLocationId: locationId };
    const { fulfillmentOrderMove } = await ask(fulfillmentOrderMoveDocument, variables);
    const { movedFulfillmentOrder, userErrors } = fulfillmentOrderMove;
    if (!movedFulfillmentOrder) {
      const locations = await listLocations(ask);
      const isGone = locations.every(({ id }) => id !== locationId);
      if (isGone) throw new ApiError('shop_location_gone');
      throw new ApiError('shop_move_refused', { message: userErrors[0]?.message ?? '' });
    }
    moved.push(partOf(movedFulfillmentOrder));
  }
  return moved;
}

/** Fulfillments with our tracking number, and parts left. */
interface FulfilledParts {
  ids: string[];
  left: ShopOrderPart[];
}

/**
 * One fulfillment a location, repeatable after a lost answer. Throws `shop_order_not_found`,
 * `shop_order_cancelled`, `shop_order_closed`, `shop_order_on_hold`, `shop_order_scheduled`,
 * `shop_location_gone` and `shop_move_refused`.
 */
export async function fulfillShopOrder(ask: Ask, fulfilment: Fulfilment): Promise<FulfilledParts> {
  const { locationId, trackingNumber, trackingUrl, ships = () => true } = fulfilment;
  const { number, isCancelled, ourIds: ids, parts } = await readParts(ask, fulfilment);
  if (isCancelled) throw new ApiError('shop_order_cancelled', { number });
  const own = parts.filter(({ id }) => ships(id));
  const open = own.filter(({ state }) => state === 'open');
  if (open.length === 0) {
    if (ids.length > 0) return { ids, left: parts };
    requireOpen(number, own);
  }

  const atLocation = open.filter((part) => part.locationId === locationId);
  const needsMove = locationId !== undefined && atLocation.length === 0;
  const here = needsMove ? await moveTo(ask, locationId, open) : atLocation;
  const chosen = locationId === undefined ? open : here;

  for (const those of Map.groupBy(chosen, (part) => part.locationId).values()) {
    const tried = new Set(those.map(({ id }) => id));
    const { fulfillmentCreate } = await ask(fulfillmentCreateDocument, {
      fulfillment: {
        lineItemsByFulfillmentOrder: those.map((part) => ({
          fulfillmentOrderId: gidOf(part),
        })),
        notifyCustomer: true,
        trackingInfo: { company: 'Portage', number: trackingNumber, url: trackingUrl },
      },
    });
    if (fulfillmentCreate.fulfillment) {
      ids.push(numberOf(fulfillmentCreate.fulfillment.id));
      continue;
    }
    // An earlier try may have succeeded although its answer was lost.
    const again = await readParts(ask, fulfilment);
    if (again.isCancelled) throw new ApiError('shop_order_cancelled', { number });
    const isOpen = again.parts.some(({ id, state }) => state === 'open' && tried.has(id));
    if (isOpen || again.ourIds.length === 0) requireNoUserErrors(fulfillmentCreate.userErrors);
    return { ids: again.ourIds, left: again.parts };
  }
  const done = new Set((needsMove ? open : chosen).map(({ id }) => id));
  return { ids, left: parts.filter(({ id }) => !done.has(id)) };
}

export interface Fulfiller extends Author {
  shop: string;
}

/** Delay before an order is marked ready again, in ms. */
const READY_LATER = 3_000;

const isUuid = (id: string) => id.includes('-');

/** Accepts either id; prefers the order that ships from the location. Throws `no_shop_id`. */
async function bothOf(
  { db }: Pick<ShopDeps, 'db'>,
  merchantId: string,
  id: string,
  locationId?: string,
) {
  if (isUuid(id)) {
    const order = await getOrder(db, merchantId, id);
    const shopOrderId = shopOrderIdOf(order);
    if (shopOrderId === undefined) throw new ApiError('no_shop_id');
    return { shopOrderId, order };
  }
  const stored = await findShopOrder(db, merchantId, id);
  const live = stored?.deliveries.filter(({ isLive }) => isLive) ?? [];
  const withRest = shipmentsOf(stored?.shopOrder ?? {}, live).find(
    ({ orderId, parts }) => orderId !== undefined && parts.length > 0,
  )?.orderId;
  const orderId =
    live.find((one) => one.locationId === locationId)?.orderId ?? withRest ?? live[0]?.orderId;
  return { shopOrderId: id, order: orderId && (await findOrder(db, merchantId, orderId)) };
}

async function listLocations(ask: Ask): Promise<ShopLocation[]> {
  const { locations } = await ask(locationsDocument, {});
  return locations.nodes
    .filter(({ isActive }) => isActive)
    .map(({ id, name, address }) => ({ id, name, ...address }));
}

/** Adds rates where no delivery order exists. Throws `no_shop_id`, `shop_order_not_found`. */
export function listFulfillmentChoices(
  deps: ShopDeps,
  linked: Pick<Fulfiller, 'merchantId' | 'shop'>,
  id: string,
  locale: Locale,
): Promise<FulfillmentChoices> {
  const { merchantId } = linked;
  return withShop(deps, linked, async (ask) => {
    const found = await bothOf(deps, merchantId, id);
    const { shopOrderId } = found;
    const shopOrder = await readAgain(deps, ask, linked, shopOrderId);
    const { deliveries = [] } = (await findShopOrder(deps.db, merchantId, shopOrderId)) ?? {};
    const shipments = shipmentsOf(shopOrder, deliveries);
    const unplaced = shipments.filter(({ orderId }) => orderId === undefined);
    // Parts without a delivery order come first.
    const isPlaced = isUuid(id) || unplaced.every(({ parts }) => parts.length === 0);
    const order = isPlaced ? found.order : undefined;
    const left = order ? shipments.filter(({ orderId }) => orderId === order.id) : unplaced;
    const { address, number, service, shippingMethod, shippingPaid } = shopOrder;
    const quotes = order ? undefined : await quote(ask, shopOrder, left[0]?.parts ?? []);
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
      checkout: {
        ...(shippingMethod !== undefined && { method: shippingMethod }),
        ...(service && { service_code: codeOfService(service) }),
        ...(shippingPaid && { paid: shippingPaid }),
      },
      ...(!order && {
        recipient: {
          recipientName: shopOrder.recipientName,
          phone: shopOrder.phone,
          address1: address?.address1,
          address2: address?.address2,
          city: address?.city,
          provinceCode: address?.provinceCode,
          zip: address?.zip,
        },
      }),
      shipsFrom: [
        ...new Set(left.flatMap(({ parts }) => parts.flatMap((part) => part.locationId ?? []))),
      ],
      ...(shopOrder.version !== undefined && { version: shopOrder.version }),
      ...(shopOrder.fulfilment === 'fulfilled' && { fulfillmentIds: shopOrder.fulfillmentIds }),
    };
  });

  async function quote(ask: Ask, shopOrder: ShopOrder, parts: readonly ShopOrderPart[]) {
    const { address } = shopOrder;
    const shipper = await getShipper(deps.db, merchantId);
    const { grams, origin } = await contentsOf(ask, shipper.merchant, shopOrder, parts);
    return quoteShopRates(deps, shipper, {
      origin: origin.postalCode,
      address: { postalCode: address?.zip, country: address?.countryCode },
      ...{ grams, locale },
    });
  }
}

/**
 * Fulfills a shop order with the tracking number of its delivery order, and marks that ready. Returns the
 * ids of the fulfillments. Throws `shop_order_not_placed`, and what `fulfillShopOrder` and `withShop` throw.
 */
export function fulfillOrder(
  deps: ShopDeps,
  fulfiller: Fulfiller,
  { id, locationId }: { id: string; locationId: string },
): Promise<string[]> {
  const { merchantId } = fulfiller;
  return withShop(deps, fulfiller, async (ask) => {
    const { shopOrderId, order } = await bothOf(deps, merchantId, id, locationId);
    if (!order) throw new ApiError('shop_order_not_placed', { number: shopOrderId });
    return fulfillOne(deps, fulfiller, ask, { order, shopOrderId, locationId });
  });
}

interface Chosen {
  shopOrderId: string;
  locationId?: string | undefined;
  service?: Service | undefined;
  corrections?: ShopRecipient | undefined;
  version?: string | undefined;
}

/** Takes one location's parts, as the shop has them now. Throws as its steps do. */
export function placeShopOrder(
  deps: ShopDeps,
  author: Author,
  { shopOrderId, locationId, service, version }: Chosen,
): Promise<Order> {
  const { merchantId } = author;
  return withShop(deps, { merchantId }, async (ask, { shop }) => {
    const shopOrder = await readAgain(deps, ask, { merchantId, shop }, shopOrderId);
    const parts = await chooseParts(deps, merchantId, shopOrder, locationId);
    requireVersion(shopOrder, version);
    return placeShipment(deps, author, ask, { shop, shopOrder, parts, service });
  });
}

/** Skips parts with a delivery order. Throws as `placeShopOrder` and `fulfillShopOrder`. */
export function createAndFulfill(
  deps: ShopDeps,
  fulfiller: Fulfiller,
  { shopOrderId, locationId, service, corrections, version }: Chosen,
): Promise<{ orderId: string; fulfillmentIds: string[] }> {
  const { merchantId, shop } = fulfiller;
  return withShop(deps, fulfiller, async (ask) => {
    const shopOrder = await readAgain(deps, ask, fulfiller, shopOrderId);
    const order = await findOrPlace(ask, shopOrder);
    const part = { order, shopOrderId, locationId };
    return { orderId: order.id, fulfillmentIds: await fulfillOne(deps, fulfiller, ask, part) };
  });

  async function findOrPlace(ask: Ask, shopOrder: ShopOrder): Promise<Order> {
    try {
      const parts = await chooseParts(deps, merchantId, shopOrder, locationId).catch(unlessMovable);
      requireVersion(shopOrder, version);
      const choice = { shop, shopOrder, parts, service, corrections };
      return await placeShipment(deps, fulfiller, ask, choice);
    } catch (error) {
      if (!isApiError(error, 'shop_order_placed', 'shop_order_closed')) throw error;
      // An earlier or concurrent call has placed it.
      const placed = (await bothOf(deps, merchantId, shopOrderId, locationId)).order;
      if (!placed) throw error;
      return placed;
    }

    /** Moves parts to the chosen location; rethrows errors that a move cannot solve. */
    function unlessMovable(error: unknown): Promise<ShopOrderPart[]> {
      const isElsewhere = isApiError(error, 'shop_order_placed', 'shop_order_closed');
      if (!isElsewhere || locationId === undefined) throw error;
      const isAssigned = shopOrder.parts?.some((part) => part.locationId === locationId);
      if (isAssigned) throw error;
      return chooseParts(deps, merchantId, shopOrder, undefined).then((parts) =>
        moveTo(ask, locationId, parts),
      );
    }
  }
}

const partIdsOf = (shopOrder?: ShopOrder) => new Set(shopOrder?.parts?.map(({ id }) => id));

/** Fulfills the shop order of a delivery order, and marks that ready. */
export async function fulfillOne(
  deps: ShopDeps,
  { merchantId, username }: Fulfiller,
  ask: Ask,
  {
    order,
    shopOrderId,
    locationId,
  }: { order: Order; shopOrderId: string; locationId?: string | undefined },
): Promise<string[]> {
  const { id, trackingNumber } = order;
  const trackingUrl = `${deps.trackingUrl}/${trackingNumber}`;
  const before = await findShopOrder(deps.db, merchantId, shopOrderId);
  const { deliveries = [] } = before ?? {};
  const hasParts = deliveries.some((one) => one.orderId === id && one.locationId !== null);
  const ships = (partId: string) => {
    const shipper = shipperOf(partId, deliveries);
    return shipper === id || (shipper === undefined && !hasParts);
  };
  const { ids, left } = await fulfillShopOrder(ask, {
    ...{ shopOrderId, locationId, trackingNumber, trackingUrl, ships },
  });
  await changeShopOrder(deps.db, merchantId, shopOrderId, (shopOrder) => {
    // A concurrent call may have fulfilled the other parts.
    const ended = partIdsOf(before?.shopOrder).difference(partIdsOf(shopOrder));
    const parts = left.filter((part) => !ended.has(part.id));
    const fulfilled: ShopOrder = {
      ...shopOrder,
      fulfilment: parts.length === 0 ? 'fulfilled' : 'partial',
      parts,
      fulfillmentIds: [...new Set([...shopOrder.fulfillmentIds, ...ids])],
    };
    return { ...fulfilled, version: versionOf(fulfilled) };
  });
  if (order.timelineEvents.some(({ event }) => event === 'CARRIER_PICKED_UP')) {
    await insertJob(deps.db, 'tell-delivery-events', { merchantId, orderId: id });
  }
  const reference = { merchantId, orderId: id, username };
  // A new order may not be located yet.
  if (!(await readyFulfilled(deps, reference))) {
    await insertJob(deps.db, 'ready-fulfilled-order', reference, { delay: READY_LATER });
  }
  return ids;
}

/**
 * Marks an order ready once the shop fulfilled it. Returns false to retry: not located yet, or
 * locked. Other refusals show as drift.
 */
export async function readyFulfilled(
  deps: Pick<ShopDeps, 'db' | 'clock'>,
  { merchantId, orderId, username }: JobPayload<'ready-fulfilled-order'>,
): Promise<boolean> {
  try {
    const { orderStatus } = await changeOrderAlone(
      deps,
      { merchantId, id: orderId },
      (order, now) =>
        order.orderStatus === 'CREATED' ? { order } : markReady(username)(order, now),
    );
    return orderStatus !== 'CREATED';
  } catch (error) {
    if (!isApiError(error)) throw error;
    return !isApiError(error, 'busy');
  }
}
