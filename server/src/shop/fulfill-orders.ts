import type { Locale } from '@portage/contract/locale';
import type { Order } from '@portage/contract/orders/orders';
import type { Service } from '@portage/contract/rates/services';
import type { FulfillmentChoices, ShopLocation, ShopRecipient } from '@portage/contract/shop/shop';
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

interface Fulfilment {
  shopOrderId: string;
  /** Location to fulfill from; absent: where the shop has assigned each part. */
  locationId?: string | undefined;
  trackingNumber: string;
  trackingUrl: string;
}

/** Statuses of a fulfillment order with something left to fulfill. */
const UNFINISHED = ['OPEN', 'IN_PROGRESS', 'SCHEDULED', 'ON_HOLD', 'INCOMPLETE'];

/** A fulfillment order: the part of a shop order that one location ships. */
interface Part {
  id: string;
  status: string;
  locationId: string | undefined;
  canFulfill: boolean;
  holdReason: string | undefined;
  fulfillAt: string | null;
}

/** Reads the fulfillments and unfinished parts of an order. Throws `shop_order_not_found`. */
async function readParts(ask: Ask, { shopOrderId, trackingNumber }: Fulfilment) {
  const parts: Part[] = [];
  let after: string | null = null;
  for (;;) {
    const answer: PartsPage = await ask(fulfillmentOrdersDocument, {
      id: orderGid(shopOrderId),
      after,
    });
    const { order } = answer;
    if (!order) throw new ApiError('shop_order_not_found', { id: shopOrderId });
    const { nodes, pageInfo } = order.fulfillmentOrders;
    parts.push(...nodes.filter(({ status }) => UNFINISHED.includes(status)).map(partOf));
    after = pageInfo.endCursor;
    if (pageInfo.hasNextPage) continue;
    const ours = order.fulfillments.filter(
      ({ status, trackingInfo }) =>
        status !== 'CANCELLED' && trackingInfo.some(({ number }) => number === trackingNumber),
    );
    const isCancelled = order.cancelledAt !== null;
    return { number: order.name, isCancelled, ourIds: ours.map(({ id }) => numberOf(id)), parts };
  }
}

type PartsPage = (typeof fulfillmentOrdersDocument.data)['_output'];
type PartNode = NonNullable<PartsPage['order']>['fulfillmentOrders']['nodes'][number];

const partOf = (node: PartNode): Part => ({
  id: node.id,
  status: node.status,
  locationId: node.assignedLocation.location?.id,
  canFulfill: node.supportedActions.some(({ action }) => action === 'CREATE_FULFILLMENT'),
  holdReason: node.fulfillmentHolds[0]?.displayReason,
  fulfillAt: node.fulfillAt,
});

/** Names the reason why no part can be fulfilled now. */
function nothingOpen(number: string, parts: readonly Part[]): ApiError {
  const held = parts.find(({ status }) => status === 'ON_HOLD');
  if (held) return new ApiError('shop_order_on_hold', { number, reason: held.holdReason ?? '' });
  const scheduled = parts.find(({ status }) => status === 'SCHEDULED');
  if (!scheduled) return new ApiError('shop_order_closed', { number });
  const date = scheduled.fulfillAt?.slice(0, 10) ?? '';
  return new ApiError('shop_order_scheduled', { number, date });
}

/** Moves parts to the location. Throws `shop_location_gone` and `shop_move_refused`. */
async function moveTo(ask: Ask, locationId: string, parts: readonly Part[]): Promise<Part[]> {
  const moved: Part[] = [];
  for (const part of parts) {
    const variables = { id: part.id, newLocationId: locationId };
    const { fulfillmentOrderMove } = await ask(fulfillmentOrderMoveDocument, variables);
    const { movedFulfillmentOrder, userErrors } = fulfillmentOrderMove;
    if (!movedFulfillmentOrder) {
      const locations = await listLocations(ask);
      const isGone = locations.every(({ id }) => id !== locationId);
      if (isGone) throw new ApiError('shop_location_gone');
      throw new ApiError('shop_move_refused', { message: userErrors[0]?.message ?? '' });
    }
    moved.push({ ...part, id: movedFulfillmentOrder.id, locationId });
  }
  return moved;
}

/**
 * Fulfills the open parts of a shop order, one fulfillment for each location, and returns the ids of all
 * fulfillments with our tracking number. Repeatable after a lost answer. Throws `shop_order_not_found`,
 * `shop_order_cancelled`, `shop_order_closed`, `shop_order_on_hold`, `shop_order_scheduled`,
 * `shop_location_gone` and `shop_move_refused`.
 */
export async function fulfillShopOrder(
  ask: Ask,
  fulfilment: Fulfilment,
): Promise<{ ids: string[]; isWhole: boolean }> {
  const { locationId, trackingNumber, trackingUrl } = fulfilment;
  const { number, isCancelled, ourIds: ids, parts } = await readParts(ask, fulfilment);
  if (isCancelled) throw new ApiError('shop_order_cancelled', { number });
  const open = parts.filter(({ canFulfill }) => canFulfill);
  if (open.length === 0) {
    if (ids.length > 0) return { ids, isWhole: parts.length === 0 };
    throw nothingOpen(number, parts);
  }

  const atLocation = open.filter((part) => part.locationId === locationId);
  const needsMove = locationId !== undefined && atLocation.length === 0;
  const here = needsMove ? await moveTo(ask, locationId, open) : atLocation;
  const chosen = locationId === undefined ? open : here;

  for (const those of Object.values(Object.groupBy(chosen, (part) => part.locationId ?? ''))) {
    const { fulfillmentCreate } = await ask(fulfillmentCreateDocument, {
      fulfillment: {
        lineItemsByFulfillmentOrder: (those ?? []).map(({ id }) => ({ fulfillmentOrderId: id })),
        notifyCustomer: true,
        trackingInfo: { company: 'Portage', number: trackingNumber, url: trackingUrl },
      },
    });
    if (fulfillmentCreate.fulfillment) {
      ids.push(numberOf(fulfillmentCreate.fulfillment.id));
      continue;
    }
    // A try before may have done it although its answer was lost.
    const again = await readParts(ask, fulfilment);
    if (again.isCancelled) throw new ApiError('shop_order_cancelled', { number });
    if (again.ourIds.length === 0) requireNoUserErrors(fulfillmentCreate.userErrors);
    return { ids: again.ourIds, isWhole: again.parts.length === 0 };
  }
  return { ids, isWhole: chosen.length === parts.length };
}

export interface Fulfiller {
  merchantId: string;
  username: string;
  shop: string;
}

/** Delay before an order is marked ready again, in ms. */
const READY_LATER = 3_000;

const isUuid = (id: string) => id.includes('-');

/** Finds the shop order and the delivery order by the id of either. Throws `no_shop_id`. */
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
 * Lists the locations to fulfill from and, without a delivery order, the rates to choose from. Takes the
 * id of either order. Throws `no_shop_id`, `shop_order_not_found` and what `withShop` throws.
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
      const { address, grams, number, service, shippingMethod, shippingPaid } = shopOrder;
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
        ...(shopOrder.fulfilment === 'fulfilled' && { fulfillmentIds: shopOrder.fulfillmentIds }),
      };
    },
    shop,
  );
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
 * Creates the delivery order of a shop order unless it has one, and fulfills it. Throws
 * `shop_order_closed`, and what `placeShopOrder`, `fulfillShopOrder` and `withShop` throw.
 */
export function createAndFulfill(
  deps: ShopDeps,
  fulfiller: Fulfiller,
  {
    shopOrderId,
    locationId,
    service,
    corrections,
  }: {
    shopOrderId: string;
    locationId?: string | undefined;
    service: Service | undefined;
    corrections?: ShopRecipient | undefined;
  },
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
      return await placeShopOrder(deps, fulfiller, { shopOrder, service, corrections });
    } catch (error) {
      if (!isApiError(error, 'shop_order_placed')) throw error;
      // Another call has placed it.
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
  const { ids, isWhole } = await fulfillShopOrder(ask, {
    shopOrderId,
    locationId,
    trackingNumber,
    trackingUrl,
  });
  const stored = await findShopOrder(deps.db, merchantId, shopOrderId);
  if (stored) {
    const shopOrder = {
      ...stored.shopOrder,
      fulfilment: isWhole ? 'fulfilled' : 'partial',
      fulfillmentIds: ids,
    } as const;
    await upsertShopOrder(deps.db, merchantId, { shop, shopOrder });
  }
  if (order.timelineEvents.some(({ event }) => event === 'CARRIER_PICKED_UP')) {
    await insertJob(deps.db, 'tell-delivery-events', { merchantId, orderId: id });
  }
  const reference = { merchantId, orderId: id, username };
  // An order that was placed just now is not located yet.
  if (!(await readyFulfilled(deps, reference))) {
    await insertJob(deps.db, 'ready-fulfilled-order', reference, { delay: READY_LATER });
  }
  return ids;
}

/**
 * Marks an order ready that is fulfilled in the shop. Returns false to be tried again: it is not located
 * yet, or being changed. Others that cannot be ready show as drift.
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
