import type { Order } from '@portage/contract/orders/orders';
import {
  cancelled,
  damaged,
  delivered,
  deliveredTwice,
  deliveryFailed,
  lost,
  notThere,
  tripOf,
  type Trip,
} from './demo-legs.ts';
import {
  DAY,
  HOUR,
  MINUTE,
  timestampsOf,
  timeOnDay,
  type PickupHabits,
} from './demo-timestamps.ts';
import type { DemoRandom } from './demo-random.ts';
import { change, type Step } from './demo-steps.ts';

/** What may become of orders on their trip, and of how many in a thousand. */
export type Fates = readonly (readonly [(random: DemoRandom, trip: Trip) => Step[], number])[];

/** What becomes of things that keep: another attempt, or back to the merchant. */
export const FATES_OF_GOODS: Fates = [
  [delivered, 928],
  [(random, trip) => deliveredTwice(random, trip, { isReturned: false }), 38],
  [(random, trip) => deliveredTwice(random, trip, { isReturned: true }), 7],
  [cancelled, 18],
  [notThere, 2],
  [(random, trip) => damaged(random, trip, { isReturned: false }), 3],
  [(random, trip) => damaged(random, trip, { isReturned: true }), 2],
  [lost, 2],
];

/** What becomes of things that must be eaten. */
export const FATES_OF_FOOD: Fates = [
  [delivered, 958],
  [deliveryFailed, 12],
  [cancelled, 25],
  [(random, trip) => damaged(random, trip, { isReturned: false }), 5],
];

/** Orders are archived in the night after so many days in their last status (product decision "Orders"). */
const ARCHIVED_AFTER_DAYS = 180;
/** The nightly job runs at 03:10 in Toronto, on its winter clock. */
const NIGHTLY_AT = 8 * HOUR + 10 * MINUTE;

/**
 * What happens to an order after it was located and rated, in the order of time and to its end,
 * however far ahead that lies. One that could not be placed is cancelled by the merchant, or left.
 */
export function planJourney(
  random: DemoRandom,
  order: Order,
  { habits, fates }: { habits: PickupHabits; fates: Fates },
): Step[] {
  const isPlaced = order.orderStatus === 'GEOCODED';
  const steps = isPlaced
    ? random.weighted(fates)(random, tripOf(order, timestampsOf(random, order, habits), habits))
    : notPlaced(random, order);
  const last = steps.at(-1);
  if (!last) return [];
  const archivedOn = Math.ceil(last.at / DAY) + ARCHIVED_AFTER_DAYS;
  const archivedAt = archivedOn * DAY + NIGHTLY_AT;
  return [...steps, change('ARCHIVED', 'system', archivedAt)];
}

function notPlaced(random: DemoRandom, { createdAt }: Order): Step[] {
  if (random.chance(0.45)) return [];
  const morning = timeOnDay(createdAt, 'America/Toronto', random.between(1, 4), '08:45');
  return [change('CANCELLED', 'merchant', morning + random.between(0, 400) * MINUTE)];
}
