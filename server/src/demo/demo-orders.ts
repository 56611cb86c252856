import type { EpochMillis } from '@portage/contract/time';
import type { Places } from '../places/places.ts';
import type { Tariffs } from '../rates/tariffs.ts';
import type { DemoBusiness } from './demo-businesses.ts';
import { creationTimestamps } from './demo-calendar.ts';
import { customersOf } from './demo-customers.ts';
import { planJourney } from './demo-journey.ts';
import { beginLife, liveOn, type DemoLife, type DemoOffice } from './demo-life.ts';
import { holdInEveryStatus, type PlannedLife } from './hold-in-every-status.ts';
import { DAY, MINUTE } from './demo-timestamps.ts';
import { withMistake, type Mistake } from './demo-mistakes.ts';
import { seededRandom, type DemoRandom } from './demo-random.ts';

/** Recent orders are at most so old. */
export const DEMO_DAYS = 90;

/** Orders between these ages were delivered, or not, so long ago that they are archived. */
const ARCHIVED_DAYS = { oldest: 214, newest: 194 } as const;

/**
 * Ages in milliseconds of the newest orders: they are being located when the demo begins. No job
 * carries them on, so that CREATED, too, can be seen for as long as one likes.
 */
const JUST_ORDERED = [1_200, 400];

/** Of so many orders, one has a mistake in it. */
const ONE_MISTAKE_IN = 40;

function timestampsFor(
  random: DemoRandom,
  business: DemoBusiness,
  now: EpochMillis,
): EpochMillis[] {
  const { recentOrders, archivedOrders, showsEveryStatus, rhythm, merchant } = business;
  const { timeZone } = merchant.profile;
  const justOrdered = showsEveryStatus ? JUST_ORDERED : [];
  const spans = [
    {
      count: archivedOrders,
      from: now - ARCHIVED_DAYS.oldest * DAY,
      until: now - ARCHIVED_DAYS.newest * DAY,
      timeZone,
    },
    {
      count: recentOrders - justOrdered.length,
      from: now - DEMO_DAYS * DAY,
      until: now - MINUTE,
      timeZone,
    },
  ];
  return [
    ...spans.flatMap((span) => creationTimestamps(random, span, rhythm)),
    ...justOrdered.map((age) => now - age),
  ];
}

/** The orders of a demo merchant as they are at a timestamp, oldest first. */
export async function demoOrders(
  business: DemoBusiness,
  { places, tariffs, now }: { places: Places; tariffs: Tariffs; now: EpochMillis },
): Promise<DemoLife[]> {
  const random = seededRandom(business.seed);
  const { merchant, heavyAllowed, clientele, writeOrder } = business;
  const office: DemoOffice = {
    places,
    tariffs,
    now,
    heavyAllowed,
    merchant: merchant.profile,
    username: merchant.signIn.username,
  };
  const nextCustomer = customersOf(random, clientele);

  const lives: PlannedLife[] = [];
  for (const [ordinal, at] of timestampsFor(random, business, now).entries()) {
    const newOrder = writeOrder(random, { customer: nextCustomer(), at, ordinal });
    const mistake = mistakeOf(business, ordinal);
    const beginning = await beginLife(
      mistake ? withMistake(random, newOrder, mistake, at) : newOrder,
      at,
      office,
    );
    const isLocated = beginning.order.orderStatus !== 'CREATED';
    const steps = isLocated ? planJourney(random, beginning.order, business) : [];
    lives.push({ beginning, steps, life: liveOn(beginning, steps, office) });
  }
  const shown = business.showsEveryStatus ? holdInEveryStatus(lives, office) : lives;
  return shown.map(({ life }) => life);
}

/** The merchant's mistakes come round in turn. */
function mistakeOf({ mistakes }: DemoBusiness, ordinal: number): Mistake | undefined {
  const turn = (ordinal + ONE_MISTAKE_IN / 2) / ONE_MISTAKE_IN;
  return Number.isInteger(turn) ? mistakes[turn % mistakes.length] : undefined;
}
