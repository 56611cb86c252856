import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import type { Address, DtoAddress } from '@portage/contract/addresses/address';
import { fieldMessages } from '@portage/contract/field-messages';
import type { Merchant } from '@portage/contract/merchants/merchants';
import {
  type NewOrder,
  type Recipient,
  byText,
  orderTextNames,
  orderTexts,
} from '@portage/contract/orders/new-order';
import { dueAt } from '@portage/contract/orders/order-list';
import { labelStatusOf } from '@portage/contract/orders/order-status';
import { type Order, isScanned } from '@portage/contract/orders/orders';
import { deliveryTypeOf, type NewPackage } from '@portage/contract/orders/packages';
import {
  packageTrackingNumber,
  trackingNumberFrom,
} from '@portage/contract/orders/tracking-number';
import { DEFAULT_DELIVERY_SERVICE, needsSignature } from '@portage/contract/rates/rates';
import { foldForSearch } from '@portage/contract/text';
import type { EpochMillis } from '@portage/contract/time';
import { invalidField } from '../api-error.ts';
import type { Author } from '../http/session.ts';

/** Fields of lists and searches that stay while the order travels. */
const LASTING = [
  'id',
  'trackingNumber',
  ...orderTextNames,
  'service',
  'deliveryType',
  'recipient',
  'returnFrom',
  'recipientAddress',
  'dtoRecipientAddress',
  'originAddress',
  'customFields',
  'orderItems',
  'tags',
] as const satisfies readonly (keyof Order)[];

type LastingParts = Pick<Order, (typeof LASTING)[number]>;

/** Compares objects by identity. */
const hasSameLastingParts = (before: Order, after: Order) =>
  LASTING.every((part) => before[part] === after[part]);

/** Limits the searched items of an order, which has up to 500. */
const ITEMS_SEARCHED = 100;

/** Folded search text. A space precedes each word; postal codes have none. */
function orderSearchText(order: LastingParts): string {
  const { recipient, recipientAddress } = order;
  const parts = [
    order.id,
    order.trackingNumber,
    ...orderTextNames.flatMap((name) => (orderTexts[name].isSearched ? order[name] : [])),
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

/** Columns that only edits change. */
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

export const hasSameLastingFacets = (before: Order, after: Order): boolean =>
  hasSameLastingParts(before, after) ||
  isDeepStrictEqual(lastingFacets(before), lastingFacets(after));

/** Columns that change while the order travels. */
export function travelFacets(order: Order) {
  const { deliveredAt } = order;
  const due = dueAt(order);
  return {
    ship_by: due === undefined ? null : new Date(due),
    is_fulfilled: order.pickupReadyAt !== undefined,
    label_status: labelStatusOf(order),
    delivered_at: deliveredAt === undefined ? null : new Date(deliveredAt),
    is_scanned: isScanned(order),
    attention_closed: order.attentionClosedAt !== undefined,
    modified_at: new Date(order.modified),
  };
}

/** Columns that lists filter by and show, saved with the document. */
export const orderFacets = (order: Order) => ({ ...lastingFacets(order), ...travelFacets(order) });

/** Neither located nor rated. */
export function draftOrder(newOrder: NewOrder, author: Author, now: EpochMillis): Order {
  const trackingNumber = trackingNumberFrom(randomBytes(10));
  const packages = packagesOf(newOrder);
  const dtoOriginAddress = withoutLocation(newOrder.originAddress);
  const dtoRecipientAddress = newOrder.useCoordinate
    ? newOrder.recipientAddress
    : withoutLocation(newOrder.recipientAddress);
  const deliveryService = newOrder.deliveryService ?? DEFAULT_DELIVERY_SERVICE;
  const { window } = newOrder;
  return {
    id: uuidv7({ msecs: now }),
    trackingNumber,
    version: 1,
    orderStatus: 'CREATED',
    createdAt: now,
    modified: now,
    merchantId: author.merchantId,
    createdBy: author.username,
    source: newOrder.source,
    deliveryType: deliveryTypeOf(packages),
    ...byText((name) => newOrder[name]),
    recipient: newOrder.recipient,
    recipientAddress: plainAddress(dtoRecipientAddress),
    dtoRecipientAddress,
    originAddress: plainAddress(dtoOriginAddress),
    dtoOriginAddress,
    returnFrom: newOrder.returnFrom,
    packageCount: packages.length,
    packages: packages.map((one, index) => ({
      ...one,
      trackingNumber: packageTrackingNumber(trackingNumber, index + 1),
    })),
    service: newOrder.service,
    orderItems: newOrder.orderItems,
    deliveryService,
    ...(window && {
      completeAfter: window.start,
      completeBefore: window.end,
      originalCompleteAfter: window.start,
      originalCompleteBefore: window.end,
    }),
    signatureRequired: newOrder.signatureRequired || needsSignature(deliveryService),
    scanningRequired: true,
    validAddress: false,
    minimumAge: newOrder.minimumAge,
    customFields: newOrder.customFields,
    tags: [...new Set(newOrder.tags)],
    timelineEvents: [{ event: 'CREATED', timestamp: now, trackingNumber }],
    trackingEvents: [],
    scanEvents: [],
    otherScans: [],
    timeChangeEvents: [],
    tasks: [],
  };
}

type Defaults = Pick<Merchant, 'apiRequestMappings' | 'minimumAge'>;

/** Applies the minimum age and mapped fields to orders not typed in the portal. */
export function applyProfile(
  newOrder: NewOrder,
  { apiRequestMappings, minimumAge }: Defaults,
  // Shop orders come from the merchant's location.
  { isOriginSent = newOrder.source !== 'shop' } = {},
): NewOrder {
  if (newOrder.source === 'dashboard') return newOrder;
  const aged = { ...newOrder, minimumAge: newOrder.minimumAge ?? minimumAge };
  return isOriginSent && apiRequestMappings.length > 0 ? nameFromUnit(aged) : aged;
}

/** Moves ORIGIN_UNIT to MERCHANT_DISPLAY_NAME, unless the order names one. */
function nameFromUnit(newOrder: NewOrder): NewOrder {
  const { unit, ...originAddress } = newOrder.originAddress;
  if (!unit || newOrder.merchantDisplayName) return newOrder;
  return { ...newOrder, originAddress, merchantDisplayName: unit };
}

/** Throws `invalidRequest`, unless the merchant is flagged phoneOptional (spec 2 §1). */
export function requirePhone(
  { phone }: Recipient,
  { phoneOptional }: Pick<Merchant, 'phoneOptional'>,
): void {
  if (phone === undefined && !phoneOptional) {
    throw invalidField('recipient.phone', fieldMessages.required);
  }
}

/** The described packages, or `packageCount` plain ones. */
function packagesOf({ packages, packageCount = 1 }: NewOrder): NewPackage[] {
  return packages ?? Array.from({ length: packageCount }, () => ({}));
}

/** Drops untrusted points. */
function withoutLocation({ location: _untrusted, ...address }: DtoAddress): DtoAddress {
  return address;
}

function plainAddress({ isBusinessAddress: _dtoOnly, ...address }: DtoAddress): Address {
  return address;
}
