import type { OrderStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { toMillis, type EpochMillis } from '@portage/contract/time';
import { hasStanding, isSetback, standings, STEPS, type Setback, type Step } from './standings.ts';

/** One step of a delivery, and how far it is. */
export interface ProgressStep {
  /** A step, or what came of it instead. */
  readonly step: Step | Setback;
  readonly state: 'done' | 'current' | 'trouble' | 'ahead';
  /** When it was reached. */
  readonly at?: EpochMillis;
}

/** The status that tells where an order stands: for an archived one, its last before. */
export function tellingStatus({
  orderStatus,
  timelineEvents,
}: Pick<Order, 'orderStatus' | 'timelineEvents'>): keyof typeof standings {
  if (orderStatus !== 'ARCHIVED') return orderStatus;
  return timelineEvents.map(({ event }) => event).findLast(hasStanding) ?? 'DELIVERED';
}

/** When an order last came to a status, as far as its timeline tells. */
export function lastTime(
  { timelineEvents }: Pick<Order, 'timelineEvents'>,
  status: OrderStatus,
): EpochMillis | undefined {
  const event = timelineEvents.findLast((one) => one.event === status);
  return event && toMillis(event.timestamp);
}

/** When each step was entered, the last time it was. */
function entriesOf(timeline: Order['timelineEvents']): Map<Step, EpochMillis> {
  const entries = new Map<Step, EpochMillis>();
  let before: Step | undefined;
  for (const { event, timestamp } of timeline) {
    const step = hasStanding(event) ? standings[event].step : undefined;
    if (step === undefined) continue;
    if (step !== before) entries.set(step, toMillis(timestamp));
    before = step;
  }
  return entries;
}

/** A step with its timestamp, when that is known. */
const stepAt = (
  step: ProgressStep['step'],
  state: ProgressStep['state'],
  at?: EpochMillis,
): ProgressStep => ({ step, state, ...(at !== undefined && { at }) });

/**
 * The steps of a delivery as far as it has come and, unless it has ended otherwise, those ahead. A
 * depot that was passed by is left out.
 */
export function progressOf(order: Pick<Order, 'orderStatus' | 'timelineEvents'>): ProgressStep[] {
  const status = tellingStatus(order);
  const { standing, step: current } = standings[status];
  const entries = entriesOf(order.timelineEvents);
  const setback = isSetback(standing) && stepAt(standing, 'trouble', lastTime(order, status));

  if (current === undefined) {
    const reached = STEPS.filter((step) => entries.has(step));
    const done = reached.map((step) => stepAt(step, 'done', entries.get(step)));
    return setback ? [...done, setback] : done;
  }
  const position = STEPS.indexOf(current);
  return STEPS.flatMap((step, index) => {
    const at = entries.get(step);
    if (index > position) return [stepAt(step, 'ahead')];
    if (index === position) {
      return [setback || stepAt(step, standing === 'delivered' ? 'done' : 'current', at)];
    }
    const isPassedBy = step === 'atDepot' && at === undefined;
    return isPassedBy ? [] : [stepAt(step, 'done', at)];
  });
}
