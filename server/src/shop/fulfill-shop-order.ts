import { ApiError } from '../api-error.ts';
import {
  fulfillmentCreateDocument,
  fulfillmentOrderMoveDocument,
  fulfillmentOrdersDocument,
} from './shop-documents.ts';
import { type Ask, numberOf, orderGid, requireNoUserErrors } from './with-shop.ts';

/** What is fulfilled, and what the shop tells the buyer of it. */
export interface Fulfilment {
  shopOrderId: string;
  /** The location to fulfill from; undefined for wherever the shop has assigned each part. */
  locationId?: string | undefined;
  trackingNumber: string;
  trackingUrl: string;
}

/** Statuses of a fulfillment order that still has something to fulfill. */
const OPEN = ['OPEN', 'IN_PROGRESS', 'SCHEDULED'];

/** What the shop says of an order. Raises `shop_order_not_found` and `shop_order_cancelled`. */
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

/** Moves fulfillment orders to the location. Raises `shop_location_gone`. */
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
 * after an answer was lost: what is fulfilled already is found by its number. Raises
 * `shop_order_not_found`, `shop_order_cancelled`, `shop_order_closed`, `shop_location_gone` and what
 * the shop raises.
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
