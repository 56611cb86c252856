import fc from 'fast-check';
import { NewOrder } from '@portage/contract/orders/new-order';
import { labelStatusOf } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { DAY } from '@portage/contract/time';
import { draftOrder } from '../orders/order-document.ts';
import { TEST_NOW } from './build-test-server.ts';
import type { TestMerchant } from './make-merchant.ts';
import { newOrderPayload } from './make-order.ts';

/** A text without case, accents and curved apostrophes. */
const plain = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();

/** True if all words occur in the search text; short ones must begin a word. */
export function isFound(order: Order, typed: string): boolean {
  const { recipient, recipientAddress: address } = order;
  const words = [order.id, order.trackingNumber, order.refNumber ?? '', recipient.name]
    .concat(recipient.email ?? '', recipient.phone?.slice(1) ?? '', address.street, address.city)
    .concat(address.postalCode.replace(' ', ''))
    .flatMap((field) => plain(field).split(' '));
  return plain(typed)
    .split(' ')
    .every((typedWord) => {
      const forms = [typedWord, typedWord.replace(/[+().-]/g, '')].filter(
        (form, index) => index === 0 || /^\d{3,}$/.test(form),
      );
      return forms.some((form) =>
        words.some((word) => (form.length < 3 ? word.startsWith(form) : word.includes(form))),
      );
    });
}

export const NAMES = [
  'Zoé Tremblay',
  'Ed Roy',
  'Wei A_B 50%',
  'Fred AXB',
  'Ngọc Anh O’Neil',
].concat('Đặng 玄関先生');

export const SEARCHES = [
  ...['zoe', 'ZOÉ', 'ed', 'a_b', '50%', '%', 'tremblay dundas', 'm5b 1c6', 'M5B1C6', 'absent'],
  ...['(416) 555-0142', '+1 416', "o'neil", 'PO-7', 'zoe@example.com', 'back\\slash', 'zq', '8'],
  ...['đặng', 'ặn', '玄関', '関先生', '玄'],
];

export const anyChange = fc.record({
  createdAt: fc
    .tuple(fc.integer({ min: 0, max: 4 }), fc.constantFrom(0, 0, 40 * DAY, 400 * DAY))
    .map(([offset, age]) => TEST_NOW + offset - age),
  orderStatus: fc.constantFrom('GEOCODED', 'DELIVERED', 'LOST'),
  service: fc.constantFrom('NEXTDAY', 'SAMEDAY', 'FLEX'),
  deliveryType: fc.constantFrom('PARCEL', 'HEAVY'),
  tags: fc.subarray(['gift', 'VIP', 'fragile']),
  merchantDisplayName: fc.constantFrom(undefined, 'North Table', 'Café Été'),
  deliveredAfter: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
  pickupReadyAt: fc.constantFrom(undefined, TEST_NOW),
  labelPrintedAt: fc.constantFrom(undefined, TEST_NOW),
  labelStale: fc.constantFrom(undefined, true),
  refNumber: fc.constantFrom(undefined, 'PO-7', 'back\\slash'),
  name: fc.constantFrom(...NAMES),
  isBusinessAddress: fc.boolean(),
  origin: fc.constantFrom('M5X 1A9', 'H2X 1Y4'),
} as const);

export type Change = typeof anyChange extends fc.Arbitrary<infer Value> ? Value : never;

/** An order with the change, not written. */
export function orderOf({ merchant, username }: TestMerchant, change: Change): Order {
  const { name, isBusinessAddress, origin, deliveredAfter, ...rest } = change;
  const author = { merchantId: merchant.id, username };
  const draft = draftOrder(NewOrder.parse(newOrderPayload()), author, change.createdAt);
  return {
    ...draft,
    ...rest,
    ...(deliveredAfter !== undefined && { deliveredAt: change.createdAt + deliveredAfter }),
    recipient: { ...draft.recipient, name },
    dtoRecipientAddress: { ...draft.dtoRecipientAddress, isBusinessAddress },
    originAddress: { ...draft.originAddress, postalCode: origin },
  };
}

const timestamps = fc.integer({ min: 0, max: 4 });

export const parameters = {
  freeSearch: fc.constantFrom(...SEARCHES),
  dateFrom: timestamps.map((offset) => TEST_NOW + offset),
  deliveredAtTo: timestamps.map((offset) => TEST_NOW + offset),
  orderStatus: fc.subarray(['GEOCODED', 'DELIVERED', 'LOST'], { minLength: 1 }),
  serviceSearch: fc.subarray(['NEXTDAY', 'SAMEDAY'], { minLength: 1 }),
  tags: fc.subarray(['gift', 'VIP', 'unused'], { minLength: 1 }),
  includeTags: fc.boolean(),
  isBusinessAddress: fc.boolean(),
  fulfillmentStatus: fc.constantFrom('FULFILLED', 'UNFULFILLED'),
  labelStatus: fc.subarray(['NOT_PRINTED', 'PRINTED', 'STALE'], { minLength: 1 }),
  deliveryType: fc.constantFrom('PARCEL', 'HEAVY'),
  originPostalCode: fc.constantFrom('M5X 1A9', 'h2x1y4'),
  merchantDisplayName: fc.constantFrom('north table', 'CAFE ete', 'North'),
} as const;

export const anyFilter = fc.record(parameters, { requiredKeys: [] });

export type Filter = typeof anyFilter extends fc.Arbitrary<infer Value> ? Value : never;

/** Reference implementation of the filter. */
export function matches(order: Order, filter: Filter): boolean {
  const hasTag = filter.tags?.some((tag) => order.tags.includes(tag));
  return [
    filter.freeSearch === undefined || isFound(order, filter.freeSearch),
    order.createdAt >= (filter.dateFrom ?? 0),
    filter.deliveredAtTo === undefined || (order.deliveredAt ?? Infinity) <= filter.deliveredAtTo,
    filter.orderStatus?.includes(order.orderStatus) ?? true,
    filter.serviceSearch?.includes(order.service) ?? true,
    hasTag === undefined || hasTag === (filter.includeTags ?? true),
    (filter.isBusinessAddress ?? order.dtoRecipientAddress.isBusinessAddress) ===
      order.dtoRecipientAddress.isBusinessAddress,
    filter.fulfillmentStatus === undefined ||
      (filter.fulfillmentStatus === 'FULFILLED') === (order.pickupReadyAt !== undefined),
    (filter.deliveryType ?? order.deliveryType) === order.deliveryType,
    filter.labelStatus?.includes(labelStatusOf(order)) ?? true,
    filter.originPostalCode === undefined ||
      plain(filter.originPostalCode).replace(' ', '') ===
        plain(order.originAddress.postalCode).replace(' ', ''),
    filter.merchantDisplayName === undefined ||
      plain(filter.merchantDisplayName) === plain(order.merchantDisplayName ?? ''),
  ].every(Boolean);
}
