import { hash } from 'node:crypto';
import { Address, provinceOfPostalCode } from '@portage/contract/addresses/address';
import { provincesOf } from '@portage/contract/addresses/provinces';
import type { OrderItem } from '@portage/contract/orders/new-order';
import type { ShopOrder, ShopOrderPart } from '@portage/contract/shop/shop-orders';
import { cleanLine } from '@portage/contract/text';
import { ApiError } from '../api-error.ts';
import {
  type AdminOrder,
  type FulfillmentOrder,
  fulfillmentOrderItemsDocument,
  fulfillmentOrdersDocument,
} from './shop-documents.ts';
import { allNodes, type Ask, numberOf, orderGid } from './with-shop.ts';

/** Belongs to the shop order itself where `partId` is empty. */
export interface ShopDelivery {
  partId: string;
  /** Null for the whole shop order. */
  locationId: string | null;
  orderId: string;
  /** Neither cancelled nor deleted. */
  isLive: boolean;
}

/** Statuses of a fulfillment order with something left to fulfill. */
const UNFINISHED = ['OPEN', 'IN_PROGRESS', 'SCHEDULED', 'ON_HOLD', 'INCOMPLETE'];

function stateOf({ status, supportedActions }: FulfillmentOrder): ShopOrderPart['state'] {
  if (supportedActions.some(({ action }) => action === 'CREATE_FULFILLMENT')) return 'open';
  if (status === 'ON_HOLD') return 'on_hold';
  return status === 'SCHEDULED' ? 'scheduled' : 'incomplete';
}

/** Undefined where we cannot pick up. */
function addressOf(location: FulfillmentOrder['assignedLocation']): Address | undefined {
  const { address1, address2, city, province, zip, countryCode } = location;
  const named = Object.entries(provincesOf.US).find(([, { en }]) => en === province)?.[0];
  return Address.safeParse({
    street: address1,
    ...(address2 && { unit: address2 }),
    city,
    province: provinceOfPostalCode(zip ?? '') ?? named ?? province,
    postalCode: zip,
    country: countryCode,
  }).data;
}

export function partOf(node: FulfillmentOrder): ShopOrderPart {
  const { name, location } = node.assignedLocation;
  const state = stateOf(node);
  const address = addressOf(node.assignedLocation);
  const holdReason = node.fulfillmentHolds[0]?.displayReason;
  return {
    id: numberOf(node.id),
    state,
    locationName: name,
    ...(location && { locationId: location.id }),
    ...(address && { address }),
    ...(state === 'on_hold' && holdReason !== undefined && { holdReason }),
    ...(state === 'scheduled' &&
      node.fulfillAt !== null && { opensAt: Date.parse(node.fulfillAt) }),
  };
}

export const partsOf = (fulfillmentOrders: readonly FulfillmentOrder[]): ShopOrderPart[] =>
  fulfillmentOrders.filter(({ status }) => UNFINISHED.includes(status)).map(partOf);

/** Reads all pages. */
export const allFulfillmentOrders = (
  ask: Ask,
  shopOrderId: string,
  { fulfillmentOrders }: Pick<AdminOrder, 'fulfillmentOrders'>,
): Promise<FulfillmentOrder[]> =>
  allNodes({ id: shopOrderId, field: 'fulfillmentOrders' }, fulfillmentOrders, async (after) => {
    const { order } = await ask(fulfillmentOrdersDocument, { id: orderGid(shopOrderId), after });
    return order?.fulfillmentOrders;
  });

/** Changes with the data of a delivery order. */
export function versionOf(shopOrder: Omit<ShopOrder, 'fulfilment' | 'version'>): string {
  const { recipientName, email, phone, address, items, grams, note, service } = shopOrder;
  const { cancelledAt, parts = [] } = shopOrder;
  const state = [
    ...[recipientName, email, phone, address, items, grams, note, service, cancelledAt],
    parts.map(({ id, state: isOpen, locationId }) => [id, isOpen, locationId]),
  ];
  return hash('sha256', JSON.stringify(state), 'base64url').slice(0, 16);
}

const isWhole = ({ partId, locationId }: ShopDelivery) => partId === '' && locationId === null;

/** Ignores cancelled and deleted ones. */
export function shipperOf(partId: string, deliveries: readonly ShopDelivery[]): string | undefined {
  const live = deliveries.filter((one) => one.isLive);
  return (live.find((one) => one.partId === partId) ?? live.find(isWhole))?.orderId;
}

export interface Shipment {
  orderId?: string;
  pickedUpAt?: string;
  /** Have something left to fulfill. */
  parts: ShopOrderPart[];
}

/** Delivery orders, then open parts by location. */
export function shipmentsOf(
  { parts = [] }: Pick<ShopOrder, 'parts'>,
  deliveries: readonly ShopDelivery[],
): Shipment[] {
  const live = new Map(
    deliveries.filter(({ isLive }) => isLive).map((one) => [one.orderId, one.locationId]),
  );
  const placed = [...live].map(([orderId, pickedUpAt]): Shipment => ({
    orderId,
    ...(pickedUpAt !== null && { pickedUpAt }),
    parts: parts.filter(({ id }) => shipperOf(id, deliveries) === orderId),
  }));
  const open = parts.filter(({ id }) => shipperOf(id, deliveries) === undefined);
  const byLocation = Map.groupBy(open, ({ locationId = '' }) => locationId);
  const unplaced = [...byLocation.values()].map((those): Shipment => ({ parts: those }));
  const all = [...placed, ...unplaced];
  return all.length > 0 ? all : [{ parts: [] }];
}

/** Throws the reason when none is open. */
export function requireOpen(number: string, parts: readonly ShopOrderPart[]): void {
  if (parts.some(({ state }) => state === 'open')) return;
  const held = parts.find(({ state }) => state === 'on_hold');
  if (held) throw new ApiError('shop_order_on_hold', { number, reason: held.holdReason ?? '' });
  const scheduled = parts.find(({ state }) => state === 'scheduled');
  if (!scheduled) throw new ApiError('shop_order_closed', { number });
  const { opensAt } = scheduled;
  const date = opensAt === undefined ? '' : new Date(opensAt).toISOString().slice(0, 10);
  throw new ApiError('shop_order_scheduled', { number, date });
}

const GRAMS: Readonly<Record<string, number>> = {
  GRAMS: 1,
  KILOGRAMS: 1_000,
  OUNCES: 28.349523125,
  POUNDS: 453.59237,
};

interface ShopItem {
  id: string;
  title: string;
  variantTitle: string | null | undefined;
  sku: string | undefined;
  quantity: number;
}

const cut = (text: string, length: number) => cleanLine(text).slice(0, length);

/** Cuts texts to the lengths of an order's item: the platform allows 255 characters for each. */
export const itemOf = ({ id, title, variantTitle, sku, quantity }: ShopItem): OrderItem => ({
  sku: sku && cut(sku, 100),
  name: cut([title, variantTitle].filter(Boolean).join(', '), 300),
  quantity,
  productId: numberOf(id),
});

/** Reads contents and their weight. */
export async function readContents(
  ask: Ask,
  shopOrderId: string,
  parts: readonly ShopOrderPart[],
): Promise<{ items: OrderItem[]; grams: number }> {
  const items: OrderItem[] = [];
  let grams = 0;
  for (const { id } of parts) {
    const readAfter = async (after: string | null) => {
      const variables = { id: `gid://shopify/FulfillmentOrder/${id}`, after };
      const { fulfillmentOrder } = await ask(fulfillmentOrderItemsDocument, variables);
      return fulfillmentOrder?.lineItems;
    };
    const first = await readAfter(null);
    const nodes = await allNodes({ id: shopOrderId, field: 'lineItems' }, first, readAfter);
    for (const { remainingQuantity: quantity, weight, ...item } of nodes) {
      if (quantity === 0) continue;
      const { productTitle: title, lineItem } = item;
      items.push(itemOf({ ...item, title, quantity, id: lineItem.id }));
      grams += (weight?.value ?? 0) * (GRAMS[weight?.unit ?? ''] ?? 0) * quantity;
    }
  }
  return { items, grams };
}
