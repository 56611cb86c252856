import type { OrderStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { shopOrderIdOf } from '@portage/contract/shop/shop-order-id';
import { ignoring } from '../api-error.ts';
import { findOrder } from '../orders/get-order.ts';
import { fulfillmentEventsCreateDocument, fulfillmentEventsDocument } from './shop-documents.ts';
import { type Ask, orderGid, type ShopDeps, withShop } from './with-shop.ts';

/** Statuses that the shop shows to buyers, with the platform's names. */
const EVENT_OF: Partial<Record<OrderStatus, string>> = {
  CARRIER_PICKED_UP: 'CARRIER_PICKED_UP',
  SHIPMENT_PROCESSING: 'IN_TRANSIT',
  RECEIVED_AT_DESTINATION: 'IN_TRANSIT',
  OUT_FOR_DELIVERY: 'OUT_FOR_DELIVERY',
  DELIVERED: 'DELIVERED',
  DELIVERY_FAILED: 'ATTEMPTED_DELIVERY',
  RETURN_TO_SENDER: 'FAILURE',
  LOST: 'FAILURE',
};

/** Events per call; each costs a mutation. */
const AT_ONCE = 20;

/** Oldest first. */
function eventsOf({ timelineEvents, trackingNumber }: Order) {
  return timelineEvents
    .filter((one) => one.trackingNumber === trackingNumber)
    .flatMap(({ event, timestamp }) => {
      const status = EVENT_OF[event as OrderStatus];
      return status === undefined ? [] : [{ status, timestamp }];
    })
    .sort((one, other) => one.timestamp - other.timestamp);
}

/** Job: reads the shop's events first, so that a repeat adds none twice. */
export async function tellDeliveryEvents(
  deps: ShopDeps,
  { merchantId, orderId }: { merchantId: string; orderId: string },
): Promise<void> {
  const order = await findOrder(deps.db, merchantId, orderId);
  const shopOrderId = order && shopOrderIdOf(order);
  if (!order || shopOrderId === undefined) return;
  const events = eventsOf(order);
  if (events.length === 0) return;
  const telling = withShop(deps, { merchantId }, async (ask) => {
    const missing = await listMissing(ask, shopOrderId, order.trackingNumber, events);
    for (let at = 0; at < missing.length; at += AT_ONCE) {
      const some = missing.slice(at, at + AT_ONCE);
      const inputs = some.map((event, index) => [`event${index}`, event] as const);
      await ask(fulfillmentEventsCreateDocument(some.length), Object.fromEntries(inputs));
    }
  });
  // The worker retries temporary failures.
  await telling.catch(ignoring('shop_not_linked', 'shop_authorization_failed', 'shop_rejected'));
}

async function listMissing(
  ask: Ask,
  shopOrderId: string,
  trackingNumber: string,
  events: ReturnType<typeof eventsOf>,
) {
  const { order } = await ask(fulfillmentEventsDocument, { id: orderGid(shopOrderId) });
  const ours = (order?.fulfillments ?? []).filter(
    ({ status, trackingInfo }) =>
      status !== 'CANCELLED' && trackingInfo.some(({ number }) => number === trackingNumber),
  );
  return ours.flatMap(({ id: fulfillmentId, events: { nodes } }) => {
    const known = new Set(nodes.map((one) => `${one.status} ${Date.parse(one.happenedAt ?? '')}`));
    return events
      .filter(({ status, timestamp }) => !known.has(`${status} ${timestamp}`))
      .map(({ status, timestamp }) => {
        const happenedAt = new Date(timestamp).toISOString();
        return { fulfillmentId, status, happenedAt };
      });
  });
}
