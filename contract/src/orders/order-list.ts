import { z } from 'zod';
import { PostalCode } from '../addresses/address.ts';
import { Service } from '../rates/rates.ts';
import { text } from '../text.ts';
import { EpochMillis, toMillis } from '../time.ts';
import { LabelStatus, OrderStatus, orderStatuses } from './order-status.ts';
import type { Order, OrderCursor } from './orders.ts';
import { DeliveryType } from './packages.ts';

/** The sorts of a list; the first is the usual one. */
export const ORDER_SORTS = ['placed', 'shipBy', 'recipient', 'city', 'status'] as const;

/**
 * A sort of orders: `placed` newest first, `shipBy` soonest first and then what needs no shipping,
 * `recipient` and `city` from A to Z, `status` in the sequence of an order's life;
 * orders of a city or status newest first.
 */
export const OrderSort = z.enum(ORDER_SORTS);
export type OrderSort = z.infer<typeof OrderSort>;

/** The statuses in the sequence of an order's life. */
export const STATUS_SEQUENCE = Object.keys(orderStatuses) as OrderStatus[];

/** The statuses in which the merchant still has the parcel. */
const BEFORE_PICKUP: readonly OrderStatus[] = ['GEOCODED', 'PICKUP_READY'];

/** Time by which an order must be ready, until the carrier has it. */
export const dueAt = ({ orderStatus, shipBy }: Pick<Order, 'orderStatus' | 'shipBy'>) =>
  BEFORE_PICKUP.includes(orderStatus) ? shipBy : undefined;

export interface SortedOrder extends Pick<Order, 'id' | 'createdAt' | 'orderStatus' | 'shipBy'> {
  readonly recipient: Pick<Order['recipient'], 'name'>;
  readonly recipientAddress: Pick<Order['recipientAddress'], 'city'>;
}

type Comparison = (one: SortedOrder, other: SortedOrder) => number;

// English sorts as the database's root collation does.
const { compare } = new Intl.Collator('en');

const byId: Comparison = ({ id }, other) => {
  if (id === other.id) return 0;
  return id < other.id ? -1 : 1;
};
const newestFirst: Comparison = (one, other) => other.createdAt - one.createdAt || byId(other, one);

export const orderComparisons: Readonly<Record<OrderSort, Comparison>> = {
  placed: newestFirst,
  shipBy: (one, other) => {
    const [due, otherDue] = [dueAt(one), dueAt(other)];
    if (due === undefined && otherDue === undefined) return newestFirst(one, other);
    return (due ?? Infinity) - (otherDue ?? Infinity) || byId(one, other);
  },
  recipient: (one, other) => compare(one.recipient.name, other.recipient.name) || byId(one, other),
  city: (one, other) =>
    compare(one.recipientAddress.city, other.recipientAddress.city) || newestFirst(one, other),
  status: (one, other) => {
    const rank = (status: OrderStatus) => STATUS_SEQUENCE.indexOf(status);
    return rank(one.orderStatus) - rank(other.orderStatus) || newestFirst(one, other);
  },
};

/** An order in the place where a page ends, for comparisons. */
export function orderAt({ startAt, createdAt, sortKey = '' }: OrderCursor): SortedOrder {
  const status = STATUS_SEQUENCE.find((one) => one === sortKey);
  return {
    id: startAt,
    createdAt,
    orderStatus: status ?? (sortKey === '' ? 'ARCHIVED' : 'GEOCODED'),
    shipBy: Number(sortKey),
    recipient: { name: sortKey },
    recipientAddress: { city: sortKey },
  };
}

export const FREE_SEARCH_MAX_LENGTH = 200;

const LIST_MAX_LENGTH = 50;

/** Milliseconds, or seconds with 10 digits (spec 1 §9). Refuses with `timestampInvalid`. */
const QueryTimestamp = z
  .string()
  .regex(/^\d{1,15}$/, 'timestampInvalid')
  .transform((typed) => toMillis(Number(typed)))
  .pipe(EpochMillis);

const QueryBoolean = z.enum(['true', 'false']).transform((typed) => typed === 'true');

/** Comma-separated, without repeats. */
export const listOf = <Item extends z.ZodType<string, string>>(item: Item, max = LIST_MAX_LENGTH) =>
  z
    .string()
    .transform((typed) => [...new Set(typed.split(',').map((one) => one.trim()))])
    .pipe(z.array(item).max(max));

/** Fulfilled means that `pickupReadyAt` is set (spec 1 §2). */
export const FULFILLMENT_STATUSES = ['FULFILLED', 'UNFULFILLED'] as const;

export const FulfillmentStatus = z.enum(FULFILLMENT_STATUSES);
export type FulfillmentStatus = z.infer<typeof FulfillmentStatus>;

/** All parts must match (spec 1 §3 and §7). */
export const orderFilterShape = {
  freeSearch: text(FREE_SEARCH_MAX_LENGTH)
    .optional()
    .describe(
      'Words that must all match in the id, tracking number, reference, recipient’s name, e-mail, phone or address, sender of a return, custom fields, items, or the shop order’s number. Case and accents are ignored. A package’s barcode and a tracking link find their order.',
    ),
  dateFrom: QueryTimestamp.optional().describe('Placed at this timestamp or later.'),
  dateTo: QueryTimestamp.optional().describe('Placed at this timestamp or earlier.'),
  deliveredAtFrom: QueryTimestamp.optional().describe('Delivered at this timestamp or later.'),
  deliveredAtTo: QueryTimestamp.optional().describe('Delivered at this timestamp or earlier.'),
  orderStatus: listOf(OrderStatus).optional().describe('Statuses, with commas between them.'),
  serviceSearch: listOf(Service).optional().describe('Services, with commas between them.'),
  tags: listOf(text(100).min(1)).optional().describe('Tags, with commas between them.'),
  includeTags: QueryBoolean.optional().describe(
    '`true`, as by default: orders with any of `tags`; `false`: orders with none of them.',
  ),
  isBusinessAddress: QueryBoolean.optional().describe('True if the recipient is a business.'),
  fulfillmentStatus: FulfillmentStatus.optional().describe(
    'Only orders marked ready, or only others.',
  ),
  needsAttention: z
    .literal('true')
    .transform(() => true as const)
    .optional()
    .describe('Those that could not be placed, or not be delivered and not dealt with yet.'),
  labelStatus: listOf(LabelStatus)
    .optional()
    .describe('States of the labels, separated by commas.'),
  deliveryType: DeliveryType.optional(),
  originPostalCode: PostalCode.optional().describe('Of where they are picked up.'),
  merchantDisplayName: text(200)
    .min(1)
    .optional()
    .describe('The whole sub-brand; case and accents do not matter.'),
  shipByTo: QueryTimestamp.optional().describe(
    'Must be ready by this time, and not with the carrier yet.',
  ),
  importId: z.uuid().optional().describe('Those that one import created.'),
};

export type OrderFilter = z.infer<z.ZodObject<typeof orderFilterShape>>;

/** Refuses with `rangeOrder`. */
export function checkRanges({ value, issues }: z.core.ParsePayload<OrderFilter>): void {
  const refuse = (path: string) => {
    issues.push({ code: 'custom', message: 'rangeOrder', path: [path], input: value });
  };
  if ((value.dateFrom ?? 0) > (value.dateTo ?? Infinity)) refuse('dateTo');
  if ((value.deliveredAtFrom ?? 0) > (value.deliveredAtTo ?? Infinity)) refuse('deliveredAtTo');
}
