import { z } from 'zod';
import { type OrderStatus, orderStatuses } from './order-status.ts';
import type { Order, OrderCursor } from './orders.ts';

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

// English has the same sequence as the database's root collation.
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
