import type { OrderStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { toMillis, type EpochMillis } from '@portage/contract/time';

/** In sequence. */
const STEPS = ['ordered', 'pickedUp', 'atDepot', 'outForDelivery', 'delivered'] as const;
type Step = (typeof STEPS)[number];

/** As the recipient sees it. */
export type TrackingStatus =
  | Step
  | 'onHold'
  | 'packed'
  | 'travelling'
  | 'atLastDepot'
  | 'nearby'
  | DeliveryException;

/** Other than the next step. */
type DeliveryException = 'notDelivered' | 'cancelled' | 'failed' | 'returned' | 'lost';

interface StatusEntry {
  readonly status: TrackingStatus;
  /** Undefined once the delivery has ended otherwise. */
  readonly step?: Step;
}

const ON_HOLD: StatusEntry = { status: 'onHold', step: 'ordered' };
const DELIVERED: StatusEntry = { status: 'delivered', step: 'delivered' };

/** Does not tell recipients why an order is on hold. */
export const trackingStatuses: Readonly<Record<Exclude<OrderStatus, 'ARCHIVED'>, StatusEntry>> = {
  CREATED: { status: 'ordered', step: 'ordered' },
  GEOCODED: { status: 'ordered', step: 'ordered' },
  GEOCODEDFAILED: ON_HOLD,
  OUT_OF_FSA: ON_HOLD,
  UNSUPPORTED_WEIGHT: ON_HOLD,
  RATE_FAILED: ON_HOLD,
  INVALIDTIME: ON_HOLD,
  PICKUP_READY: { status: 'packed', step: 'ordered' },
  CARRIER_PICKED_UP: { status: 'pickedUp', step: 'pickedUp' },
  SHIPMENT_CREATED: { status: 'travelling', step: 'pickedUp' },
  SHIPMENT_PROCESSING: { status: 'atDepot', step: 'atDepot' },
  RECEIVED_AT_DESTINATION: { status: 'atLastDepot', step: 'atDepot' },
  OUT_FOR_DELIVERY: { status: 'outForDelivery', step: 'outForDelivery' },
  DELIVERY_EN_ROUTE: { status: 'nearby', step: 'outForDelivery' },
  DELIVERY_COMPLETED: DELIVERED,
  DELIVERED,
  DELIVERY_FAILED: { status: 'notDelivered', step: 'outForDelivery' },
  CANCELLED: { status: 'cancelled' },
  FAILED: { status: 'failed' },
  RETURN_TO_SENDER: { status: 'returned' },
  LOST: { status: 'lost' },
};

const EXCEPTIONS: ReadonlySet<TrackingStatus> = new Set<DeliveryException>([
  'notDelivered',
  'cancelled',
  'failed',
  'returned',
  'lost',
]);

export const isException = (status: TrackingStatus): status is DeliveryException =>
  EXCEPTIONS.has(status);

export function hasTrackingStatus(event: string): event is keyof typeof trackingStatuses {
  return Object.hasOwn(trackingStatuses, event);
}

export interface ProgressStep {
  readonly step: Step | DeliveryException;
  readonly state: 'done' | 'current' | 'trouble' | 'ahead';
  readonly at?: EpochMillis;
}

/** Returns an archived order's last status before. */
export function recipientOrderStatus({
  orderStatus,
  timelineEvents,
}: Pick<Order, 'orderStatus' | 'timelineEvents'>): keyof typeof trackingStatuses {
  if (orderStatus !== 'ARCHIVED') return orderStatus;
  return timelineEvents.map(({ event }) => event).findLast(hasTrackingStatus) ?? 'DELIVERED';
}

/** Last time in a status. */
export function lastTime(
  { timelineEvents }: Pick<Order, 'timelineEvents'>,
  status: OrderStatus,
): EpochMillis | undefined {
  const event = timelineEvents.findLast((one) => one.event === status);
  return event && toMillis(event.timestamp);
}

function entriesOf(timeline: Order['timelineEvents']): Map<Step, EpochMillis> {
  const entries = new Map<Step, EpochMillis>();
  let before: Step | undefined;
  for (const { event, timestamp } of timeline) {
    const step = hasTrackingStatus(event) ? trackingStatuses[event].step : undefined;
    if (step === undefined) continue;
    if (step !== before) entries.set(step, toMillis(timestamp));
    before = step;
  }
  return entries;
}

const stepAt = (
  step: ProgressStep['step'],
  state: ProgressStep['state'],
  at?: EpochMillis,
): ProgressStep => ({ step, state, ...(at !== undefined && { at }) });

/** Steps done and, unless ended otherwise, ahead. Omits a skipped depot. */
export function progressOf(order: Pick<Order, 'orderStatus' | 'timelineEvents'>): ProgressStep[] {
  const orderStatus = recipientOrderStatus(order);
  const { status, step: current } = trackingStatuses[orderStatus];
  const entries = entriesOf(order.timelineEvents);
  const exception = isException(status) && stepAt(status, 'trouble', lastTime(order, orderStatus));

  if (current === undefined) {
    const reached = STEPS.filter((step) => entries.has(step));
    const done = reached.map((step) => stepAt(step, 'done', entries.get(step)));
    return exception ? [...done, exception] : done;
  }
  const position = STEPS.indexOf(current);
  return STEPS.flatMap((step, index) => {
    const at = entries.get(step);
    if (index > position) return [stepAt(step, 'ahead')];
    if (index === position) {
      return [exception || stepAt(step, status === 'delivered' ? 'done' : 'current', at)];
    }
    const isPassedBy = step === 'atDepot' && at === undefined;
    return isPassedBy ? [] : [stepAt(step, 'done', at)];
  });
}
