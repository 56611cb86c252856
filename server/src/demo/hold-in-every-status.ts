import { OrderStatus } from '@portage/contract/order-status';
import type { EpochMillis } from '@portage/contract/time';
import { liveOn, type DemoLife, type DemoOffice } from './demo-life.ts';
import type { Step } from './demo-steps.ts';

/** A life and the steps that lead, or will lead, from its beginning to its end. */
export interface PlannedLife {
  readonly beginning: DemoLife;
  readonly steps: readonly Step[];
  readonly life: DemoLife;
}

/** How many orders the demo shows at least in each status. */
const LEAST = 3;

/**
 * The lives, with some held at statuses that too few are in: by night nothing is out for delivery,
 * and a demo that begins by night shall show what that looks like too. An order is only ever held at
 * a status it has passed through, the latest to do so first, and only taken from a status that many
 * are in.
 */
export function holdInEveryStatus(
  lives: readonly PlannedLife[],
  office: DemoOffice,
): PlannedLife[] {
  const held = [...lives];
  const byStatus = Map.groupBy(lives, ({ life }) => life.order.orderStatus);
  const counts = new Map(Array.from(byStatus, ([status, { length }]) => [status, length]));
  const countOf = (status: OrderStatus) => counts.get(status) ?? 0;

  for (const status of OrderStatus.options) {
    if (countOf(status) >= LEAST) continue;
    for (const { index, planned, passedAt } of latestThrough(held, status)) {
      const { orderStatus } = planned.life.order;
      if (countOf(status) >= LEAST) break;
      if (countOf(orderStatus) <= LEAST) continue;
      const steps = stepsUntil(planned, passedAt);
      held[index] = { ...planned, steps, life: liveOn(planned.beginning, steps, office) };
      counts.set(orderStatus, countOf(orderStatus) - 1).set(status, countOf(status) + 1);
    }
  }
  return held;
}

/** The lives that passed through a status and went on, the latest to do so first. */
function latestThrough(lives: readonly PlannedLife[], status: OrderStatus) {
  return lives
    .map((planned, index) => ({ index, planned, passedAt: passedAt(planned, status) }))
    .filter(({ passedAt }) => passedAt > 0)
    .sort((one, other) => other.passedAt - one.passedAt);
}

/** When a life was last in a status that it has left again; 0 when never. */
function passedAt({ life }: PlannedLife, status: OrderStatus): number {
  const { orderStatus, timelineEvents } = life.order;
  // What is archived has been so for long; the timestamp of creation has no step to stop at.
  if (orderStatus === 'ARCHIVED' || orderStatus === status || status === 'CREATED') return 0;
  return timelineEvents.findLast(({ event }) => event === status)?.timestamp ?? 0;
}

/** The steps of a life up to the one of a timestamp; none when it began then. */
function stepsUntil({ steps }: PlannedLife, timestamp: EpochMillis): readonly Step[] {
  return steps.filter(({ at }) => at <= timestamp);
}
