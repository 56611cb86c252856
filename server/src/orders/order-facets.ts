import { isDeepStrictEqual } from 'node:util';
import { labelStatusOf } from '@portage/contract/orders/order-status';
import { isScanned } from '@portage/contract/orders/order-selection';
import type { Order } from '@portage/contract/orders/orders';
import { foldForSearch } from '@portage/contract/fold-for-search';

/** The parts of an order that lists and searches use and that stay while it travels. */
const LASTING = [
  'id',
  'trackingNumber',
  'refNumber',
  'service',
  'deliveryType',
  'recipient',
  'returnFrom',
  'recipientAddress',
  'dtoRecipientAddress',
  'originAddress',
  'merchantDisplayName',
  'customFields',
  'orderItems',
  'tags',
] as const satisfies readonly (keyof Order)[];

export type LastingParts = Pick<Order, (typeof LASTING)[number]>;

/** Tells whether two versions share the objects of their lasting parts. */
const hasSameLastingParts = (before: Order, after: Order) =>
  LASTING.every((part) => before[part] === after[part]);

/** An order may have 500 items: the first ones are enough to find it. */
const ITEMS_SEARCHED = 100;

/**
 * Returns the folded text that searches match: id, numbers, recipient, address, custom fields (the
 * shop order's number among them) and items. A space precedes each word; postal codes have none.
 */
function orderSearchText(order: LastingParts): string {
  const { recipient, recipientAddress } = order;
  const parts = [
    order.id,
    order.trackingNumber,
    order.refNumber,
    recipient.name,
    recipient.email,
    recipient.phone?.replace('+', ''),
    recipientAddress.street,
    recipientAddress.city,
    recipientAddress.postalCode.replace(' ', ''),
    ...(order.returnFrom ? [order.returnFrom.name] : []),
    ...order.customFields.map(({ value }) => value),
    ...order.orderItems
      .slice(0, ITEMS_SEARCHED)
      .flatMap(({ sku, name }) => (sku === undefined ? [name] : [sku, name])),
  ];
  return parts.map((part) => ` ${foldForSearch(part ?? '')}`).join('');
}

/** The columns that only edits change. */
function lastingFacets(order: LastingParts) {
  const { merchantDisplayName } = order;
  return {
    service: order.service,
    delivery_type: order.deliveryType,
    is_business: order.dtoRecipientAddress.isBusinessAddress,
    origin_postal_code: order.originAddress.postalCode,
    display_name: merchantDisplayName === undefined ? null : foldForSearch(merchantDisplayName),
    tags: order.tags,
    search: orderSearchText(order),
    recipient_name: order.recipient.name,
  };
}

/** Tells whether two versions agree in every lasting column. */
export const hasSameLastingFacets = (before: Order, after: Order): boolean =>
  hasSameLastingParts(before, after) ||
  isDeepStrictEqual(lastingFacets(before), lastingFacets(after));

/** The columns of an order that change while it travels. */
export function travelFacets(order: Order) {
  const { deliveredAt } = order;
  return {
    is_fulfilled: order.pickupReadyAt !== undefined,
    label_status: labelStatusOf(order),
    delivered_at: deliveredAt === undefined ? null : new Date(deliveredAt),
    is_scanned: isScanned(order),
    modified_at: new Date(order.modified),
  };
}

/** The columns that lists filter by and show. They are saved with the document they are read from. */
export const orderFacets = (order: Order) => ({ ...lastingFacets(order), ...travelFacets(order) });
