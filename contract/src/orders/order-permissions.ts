import type { ErrorCode } from '../errors.ts';
import type { OrderStatus } from './order-status.ts';

export type ChangeError =
  | 'order_archived'
  | 'order_picked_up'
  | 'order_scanned'
  | 'order_cancelled'
  | 'order_not_geocoded'
  | 'order_not_ready';

/** A refusal carries the catalogue's reason. */
export type Permission<Reason extends ErrorCode = ErrorCode> =
  { allowed: true } | { allowed: false; reason: Reason };

interface Standing {
  readonly orderStatus: OrderStatus;
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

/** Refuses scanned, picked-up and archived orders. */
function inMerchantsHands({ orderStatus, isScanned }: Standing): Permission<ChangeError> {
  if (orderStatus === 'ARCHIVED') return refused('order_archived');
  if (!BEFORE_PICKUP.has(orderStatus)) return refused('order_picked_up');
  return isScanned ? refused('order_scanned') : ALLOWED;
}

/** Asked by buttons, endpoints and bulk actions. */
export const orderCan = {
  /** Spec 1 §2. */
  select: ({ orderStatus }: Pick<Standing, 'orderStatus'>): boolean => orderStatus !== 'ARCHIVED',
  /** Needs a located address and a rate. Cancelled orders must not ship. */
  printLabel: ({
    orderStatus,
  }: Pick<Standing, 'orderStatus'>): Permission<'order_cancelled' | 'order_not_printable'> => {
    if (orderStatus === 'CANCELLED') return refused('order_cancelled');
    return NOT_LOCATED.has(orderStatus) ? refused('order_not_printable') : ALLOWED;
  },
  /** Allowed until pickup. */
  edit: (order: Standing): Permission<ChangeError> =>
    order.orderStatus === 'CANCELLED' ? refused('order_cancelled') : inMerchantsHands(order),
  /** Fixed once placed: the promise was made with it. */
  chooseService: (order: Standing): boolean =>
    NOT_LOCATED.has(order.orderStatus) && inMerchantsHands(order).allowed,
  /** Open until the order is archived. */
  tag: ({ orderStatus }: Pick<Standing, 'orderStatus'>): Permission<ChangeError> =>
    orderStatus === 'ARCHIVED' ? refused('order_archived') : ALLOWED,
  /** Only GEOCODED orders become ready (spec 1 §4). */
  markReady: ({ orderStatus }: Pick<Standing, 'orderStatus'>): Permission<ChangeError> =>
    orderStatus === 'GEOCODED' ? ALLOWED : refused('order_not_geocoded'),
  /** Only ready orders without scans go back (spec 1 §4). */
  markNotReady: ({ orderStatus, isScanned }: Standing): Permission<ChangeError> => {
    if (orderStatus !== 'PICKUP_READY') {
      const isGone = !BEFORE_PICKUP.has(orderStatus) && orderStatus !== 'ARCHIVED';
      return refused(isGone ? 'order_picked_up' : 'order_not_ready');
    }
    return isScanned ? refused('order_scanned') : ALLOWED;
  },
  /** Scanned and picked-up orders stay (spec 1 §4). */
  delete: inMerchantsHands,
};
