import type { Order } from '@portage/contract/orders';
import {
  cancelled,
  damaged,
  delivered,
  deliveredTwice,
  lost,
  notHandedOver,
  tripOf,
  type Trip,
} from './demo-legs.ts';
import { MINUTE, momentsOf, timeOnDay, type PickupHabits } from './demo-moments.ts';
import type { DemoRandom } from './demo-random.ts';
import { change, type Step } from './demo-steps.ts';

/** What becomes of orders on their trip, and of how many in a thousand. */
const FATES: readonly (readonly [(random: DemoRandom, trip: Trip) => Step[], number])[] = [
  [delivered, 923],
  [(random, trip) => deliveredTwice(random, trip, { isReturned: false }), 38],
  [(random, trip) => deliveredTwice(random, trip, { isReturned: true }), 8],
  [cancelled, 18],
  [notHandedOver, 2],
  [(random, trip) => damaged(random, trip, { isReturned: false }), 4],
  [(random, trip) => damaged(random, trip, { isReturned: true }), 4],
  [lost, 3],
];

/** Orders are archived by night, so many days after their last status (product decision "Orders"). */
const ARCHIVED = { afterDays: 180, at: '03:10', timeZone: 'America/Toronto' } as const;

/**
 * What happens to an order after it was located and rated, in the order of time and to its end,
 * however far ahead that lies. One that could not be placed is cancelled by the merchant, or left.
 */
export function planJourney(random: DemoRandom, order: Order, habits: PickupHabits): Step[] {
  const steps =
    order.orderStatus === 'GEOCODED' ? placed(random, order, habits) : notPlaced(random, order);
  const last = steps.at(-1);
  if (!last) return [];
  const { afterDays, at, timeZone } = ARCHIVED;
  const archivedAt = timeOnDay(last.at, timeZone, afterDays + 1, at);
  return [...steps, change('ARCHIVED', 'system', archivedAt)];
}

function placed(random: DemoRandom, order: Order, habits: PickupHabits): Step[] {
  const trip = tripOf(order, momentsOf(random, order, habits), habits);
  return random.weighted(FATES)(random, trip);
}

function notPlaced(random: DemoRandom, { createdAt }: Order): Step[] {
  if (random.chance(0.45)) return [];
  const morning = timeOnDay(createdAt, 'America/Toronto', random.between(1, 4), '08:45');
  return [change('CANCELLED', 'merchant', morning + random.between(0, 400) * MINUTE)];
}
