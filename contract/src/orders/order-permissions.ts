import type { ErrorCode } from '../errors.ts';
import type { OrderStatus } from './order-status.ts';

export type ChangeError =
  | 'order_archived'
  | 'order_picked_up'
  | 'order_scanned'
  | 'order_cancelled'
  | 'order_not_geocoded'
  | 'order_not_ready';

/** The answer to "may I do this?", with the catalogue's reason when not. */
export type Permission<Reason extends ErrorCode = ErrorCode> =
  { allowed: true } | { allowed: false; reason: Reason };

/** The parts of an order, or of its summary, on which permissions depend. */
interface Standing {
  readonly orderStatus: OrderStatus;
  /** True once the carrier has scanned any of it. */
  readonly isScanned: boolean;
}

const NOT_LOCATED: ReadonlySet<OrderStatus> = new Set([
  'CREATED',
  'GEOCODEDFAILED',
  'OUT_OF_FSA',
  'UNSUPPORTED_WEIGHT',
  'RATE_FAILED',
  'INVALIDTIME',
]);

const BEFORE_PICKUP: ReadonlySet<OrderStatus> = new Set([
  ...NOT_LOCATED,
  'GEOCODED',
  'PICKUP_READY',
  'CANCELLED',
]);

const ALLOWED = { allowed: true } as const;
const refused = <Reason extends ErrorCode>(reason: Reason): Permission<Reason> => ({
  allowed: false,
  reason,
});

/** Refuses changes of orders that the carrier has scanned or picked up, or that are archived. */
function inMerchantsHands({ orderStatus, isScanned }: Standing): Permission<ChangeError> {
  if (orderStatus === 'ARCHIVED') return refused('order_archived');
  if (!BEFORE_PICKUP.has(orderStatus)) return refused('order_picked_up');
  return isScanned ? refused('order_scanned') : ALLOWED;
}

/** The permissions of an order; buttons, endpoints and bulk actions ask here. */
export const orderCan = {
  /** ARCHIVED rows cannot be selected (spec 1 §2). */
  select: ({ orderStatus }: Pick<Standing, 'orderStatus'>): boolean => orderStatus !== 'ARCHIVED',
  /**
   * A label needs a located address and a rate: the sort code and the service stand on it. What is
   * cancelled is not to be sent by mistake, and may never have been located.
   */
  printLabel: ({
    orderStatus,
  }: Pick<Standing, 'orderStatus'>): Permission<'order_cancelled' | 'order_not_printable'> => {
    if (orderStatus === 'CANCELLED') return refused('order_cancelled');
    return NOT_LOCATED.has(orderStatus) ? refused('order_not_printable') : ALLOWED;
  },
  /** Until the carrier has it (product decision "Orders"); what is cancelled is no longer sent. */
  edit: (order: Standing): Permission<ChangeError> =>
    order.orderStatus === 'CANCELLED' ? refused('order_cancelled') : inMerchantsHands(order),
  /** Service and window are fixed once the order is placed: its promise was made with them. */
  chooseService: (order: Standing): boolean =>
    NOT_LOCATED.has(order.orderStatus) && inMerchantsHands(order).allowed,
  /** Tags are the merchant's own words: they stay open until the order is archived. */
  tag: ({ orderStatus }: Pick<Standing, 'orderStatus'>): Permission<ChangeError> =>
    orderStatus === 'ARCHIVED' ? refused('order_archived') : ALLOWED,
  /** Only GEOCODED orders become ready (spec 1 §4). */
  markReady: ({ orderStatus }: Pick<Standing, 'orderStatus'>): Permission<ChangeError> =>
    orderStatus === 'GEOCODED' ? ALLOWED : refused('order_not_geocoded'),
  /** Only ready orders without scans go back (spec 1 §4). */
  markNotReady: ({ orderStatus, isScanned }: Standing): Permission<ChangeError> => {
    if (orderStatus !== 'PICKUP_READY') return refused('order_not_ready');
    return isScanned ? refused('order_scanned') : ALLOWED;
  },
  /** Scanned and picked-up orders stay (spec 1 §4). */
  delete: inMerchantsHands,
};
