import type { OrderListQuery } from '@portage/contract/orders/orders';
import { DAY } from '@portage/contract/time';
import type { BenchServer } from './bench-server.ts';
import { TEMPLATE_DAY } from './order-templates.ts';

/** Query parameters as in an address. */
type Params = Partial<Record<keyof OrderListQuery, string | number | boolean>>;

/** A filter or search of a merchant's orders. */
export interface Question {
  name: string;
  params: Params;
}

const LAST_MONTHS = { dateFrom: TEMPLATE_DAY - 61 * DAY, dateTo: TEMPLATE_DAY };

/**
 * Each filter alone, common and rare. Every merchant has twenty orders for a rare one and more than
 * a page for others, so that equal pages are compared.
 */
export const filters: readonly Question[] = [
  { name: 'Placed in two months', params: LAST_MONTHS },
  {
    name: 'Placed in a winter week',
    params: { dateFrom: TEMPLATE_DAY - 150 * DAY, dateTo: TEMPLATE_DAY - 143 * DAY },
  },
  {
    name: 'Delivered in ten days of spring',
    params: {
      orderStatus: 'DELIVERED',
      deliveredAtFrom: TEMPLATE_DAY - 70 * DAY,
      deliveredAtTo: TEMPLATE_DAY - 60 * DAY,
    },
  },
  { name: 'Status: delivered', params: { orderStatus: 'DELIVERED' } },
  { name: 'Status: returned, cancelled', params: { orderStatus: 'RETURN_TO_SENDER,CANCELLED' } },
  { name: 'Status: lost (rare)', params: { orderStatus: 'LOST' } },
  { name: 'Labels: printed', params: { labelStatus: 'PRINTED' } },
  { name: 'Labels: not printed', params: { labelStatus: 'NOT_PRINTED' } },
  { name: 'Labels: stale (rare)', params: { labelStatus: 'STALE' } },
  { name: 'Service: same day', params: { serviceSearch: 'SAMEDAY' } },
  { name: 'Service: flex, standard', params: { serviceSearch: 'FLEX,STANDARD' } },
  { name: 'Service: booked (rare)', params: { serviceSearch: 'CUSTOMER_BOOKING' } },
  { name: 'Tag: gift', params: { tags: 'gift' } },
  { name: 'Tag: VIP', params: { tags: 'VIP' } },
  { name: 'Tag: recall (rare)', params: { tags: 'recall' } },
  { name: 'Tag: common elsewhere', params: { tags: 'subscription' } },
  { name: 'No tag: gift', params: { tags: 'gift', includeTags: false } },
  { name: 'Business address', params: { isBusinessAddress: true } },
  { name: 'Home address', params: { isBusinessAddress: false } },
  { name: 'Fulfilled', params: { fulfillmentStatus: 'FULFILLED' } },
  { name: 'Unfulfilled', params: { fulfillmentStatus: 'UNFULFILLED' } },
  { name: 'Delivery type: heavy', params: { deliveryType: 'HEAVY' } },
  { name: 'Origin: second', params: { originPostalCode: 'M5V 2T6' } },
  { name: 'Origin: rare', params: { originPostalCode: 'K1N 8S7' } },
  { name: 'Display name: second', params: { merchantDisplayName: 'Café Été' } },
  { name: 'Display name: rare', params: { merchantDisplayName: 'Marché de Noël' } },
];

/** Combined filters: two that most orders match, two that few match, one that none matches. */
export const combinations: readonly Question[] = [
  {
    name: 'Delivered, two months, same day, gift',
    params: { ...LAST_MONTHS, orderStatus: 'DELIVERED', serviceSearch: 'SAMEDAY', tags: 'gift' },
  },
  {
    name: 'Archived, business, no gift',
    params: {
      orderStatus: 'ARCHIVED',
      isBusinessAddress: true,
      tags: 'gift',
      includeTags: false,
    },
  },
  { name: 'To prepare, VIP', params: { orderStatus: 'GEOCODED', tags: 'VIP' } },
  {
    name: 'Recall, parcel, fulfilled',
    params: { tags: 'recall', deliveryType: 'PARCEL', fulfillmentStatus: 'FULFILLED' },
  },
  {
    name: 'Booked or flex, rare origin',
    params: { serviceSearch: 'CUSTOMER_BOOKING,FLEX', originPostalCode: 'K1N 8S7' },
  },
  {
    name: 'Stale labels, parcel, home',
    params: { labelStatus: 'STALE', deliveryType: 'PARCEL', isBusinessAddress: false },
  },
  {
    name: 'Fulfilled, delivered in hours of spring',
    params: {
      fulfillmentStatus: 'FULFILLED',
      deliveredAtFrom: TEMPLATE_DAY - 70 * DAY,
      deliveredAtTo: TEMPLATE_DAY - 69.9 * DAY,
    },
  },
  {
    name: 'Delivered, labels not printed',
    params: { orderStatus: 'DELIVERED', labelStatus: 'NOT_PRINTED' },
  },
  {
    name: 'Two that never meet',
    params: { merchantDisplayName: 'Café Été', serviceSearch: 'SAMEDAY' },
  },
];

/** Other sorts, alone and with a filter. */
export const sorts: readonly Question[] = (
  ['shipBy', 'recipient', 'city', 'status'] as const
).flatMap((sort) => [
  { name: `By ${sort}`, params: { sort } },
  { name: `By ${sort}, delivered`, params: { sort, orderStatus: 'DELIVERED' } },
  { name: `By ${sort}, two months`, params: { sort, ...LAST_MONTHS } },
]);

/** Searches that one order, many or none match, or only other merchants' orders. */
export const searches: readonly Question[] = [
  { name: 'Name of 1% of recipients', params: { freeSearch: 'tremblay' } },
  { name: 'City of a quarter', params: { freeSearch: 'toronto' } },
  { name: 'Part of every e-mail', params: { freeSearch: 'example' } },
  { name: 'Absent', params: { freeSearch: 'xylophone' } },
  { name: 'Absent, two letters', params: { freeSearch: 'zq' } },
  { name: 'Two letters', params: { freeSearch: 'zo' } },
  { name: 'One letter', params: { freeSearch: 'z' } },
  { name: 'Common elsewhere, rare here', params: { freeSearch: 'kowalczyk' } },
  { name: 'Rare, in a city', params: { freeSearch: 'kowalczyk toronto' } },
  { name: 'City, stale labels', params: { freeSearch: 'toronto', labelStatus: 'STALE' } },
  {
    name: 'City, delivered in hours of spring',
    params: {
      freeSearch: 'toronto',
      deliveredAtFrom: TEMPLATE_DAY - 70 * DAY,
      deliveredAtTo: TEMPLATE_DAY - 69.9 * DAY,
    },
  },
  { name: 'Two words that never meet', params: { freeSearch: 'toronto montreal' } },
];

/** Searches for one order from the middle of a merchant's list. */
export async function searchesForOne(
  { pool }: BenchServer,
  merchantId: string,
  count: number,
): Promise<Question[]> {
  const { rows } = await pool.query<{ tracking: string; reference: string; phone: string }>(
    `select tracking_number as tracking, document ->> 'refNumber' as reference,
       document -> 'recipient' ->> 'phone' as phone
     from orders where merchant_id = $1 and id = (
       select id from orders where merchant_id = $1
       order by created_at desc, id desc offset $2 limit 1
     )`,
    [merchantId, Math.floor(count / 2)],
  );
  const [order] = rows;
  if (!order) throw new Error('The merchant has no orders');
  return [
    { name: 'Tracking number', params: { freeSearch: order.tracking } },
    { name: 'Reference', params: { freeSearch: order.reference } },
    { name: 'Phone', params: { freeSearch: order.phone } },
  ];
}

/** Query parameters as the server receives them. */
export function typedParams({ params }: Question): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}
