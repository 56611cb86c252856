import { OrderStatus } from '@portage/contract/order-status';
import type { EpochMillis } from '@portage/contract/time';
import type { Places } from '../../places/places.ts';
import type { DemoBusiness } from './demo-businesses.ts';
import { creationMoments } from './demo-calendar.ts';
import { customersOf } from './demo-customers.ts';
import { planJourney } from './demo-journey.ts';
import { beginLife, liveOn, stepsUntil, type DemoLife, type DemoOffice } from './demo-life.ts';
import { withMistake, type Mistake } from './demo-mistakes.ts';
import { seededRandom, type DemoRandom } from './demo-random.ts';
import type { Step } from './demo-steps.ts';

const DAY = 24 * 3_600_000;

/** Recent orders are at most so old. */
export const DEMO_DAYS = 90;

/** Orders between these ages were delivered, or not, so long ago that they are archived. */
const ARCHIVED_DAYS = { oldest: 214, newest: 194 } as const;

/** Ages in milliseconds of the newest orders: still being located when the demo begins. */
const JUST_ORDERED = [1_200, 400];

/** How many of a thousand orders have a mistake in them. */
const MISTAKES: readonly (readonly [Mistake | undefined, number])[] = [
  ['addressNotFound', 8],
  ['outsideServiceArea', 6],
  ['tooHeavy', 3],
  ['serviceNotOffered', 3],
  ['windowNotOffered', 3],
  [undefined, 977],
];

/** How many orders the demo shows at least in a status that most orders only pass through. */
const LEAST_IN_STATUS = 4;

/** A life and the steps that lead, or will lead, from its beginning to its end. */
interface PlannedLife {
  readonly beginning: DemoLife;
  readonly steps: readonly Step[];
  readonly life: DemoLife;
}

function momentsFor(random: DemoRandom, business: DemoBusiness, now: EpochMillis): EpochMillis[] {
  const { recentOrders, archivedOrders, rhythm, merchant } = business;
  const { timeZone } = merchant.profile;
  const spans = [
    {
      count: archivedOrders,
      from: now - ARCHIVED_DAYS.oldest * DAY,
      until: now - ARCHIVED_DAYS.newest * DAY,
      timeZone,
    },
    {
      count: recentOrders - JUST_ORDERED.length,
      from: now - DEMO_DAYS * DAY,
      until: now - 60_000,
      timeZone,
    },
  ];
  return [
    ...spans.flatMap((span) => creationMoments(random, span, rhythm)),
    ...JUST_ORDERED.map((age) => now - age),
  ];
}

/** The orders of a demo merchant as they are at a moment, oldest first. */
export async function demoOrders(
  business: DemoBusiness,
  { places, now }: { places: Places; now: EpochMillis },
): Promise<DemoLife[]> {
  const random = seededRandom(business.seed);
  const { merchant, heavyAllowed, clientele, habits, writeOrder } = business;
  const office: DemoOffice = {
    places,
    now,
    heavyAllowed,
    merchant: merchant.profile,
    username: merchant.signIn.username,
  };
  const nextCustomer = customersOf(random, clientele);

  const lives: PlannedLife[] = [];
  for (const [ordinal, at] of momentsFor(random, business, now).entries()) {
    const newOrder = writeOrder(random, { customer: nextCustomer(), at, ordinal });
    const mistake = random.weighted(MISTAKES);
    const beginning = await beginLife(
      mistake ? withMistake(random, newOrder, mistake, at) : newOrder,
      at,
      office,
    );
    const isLocated = beginning.order.orderStatus !== 'CREATED';
    const steps = isLocated ? planJourney(random, beginning.order, habits) : [];
    lives.push({ beginning, steps, life: liveOn(beginning, steps, office) });
  }
  return holdInEveryStatus(lives, office).map(({ life }) => life);
}

/**
 * The lives with some of the latest delivered ones held at statuses that would be shown by too few:
 * by night nothing is out for delivery, and a demo that begins by night shall show what that looks
 * like too.
 */
function holdInEveryStatus(lives: readonly PlannedLife[], office: DemoOffice): PlannedLife[] {
  const held = [...lives];
  for (const status of OrderStatus.options) {
    let missing =
      LEAST_IN_STATUS - held.filter(({ life }) => life.order.orderStatus === status).length;
    for (let index = held.length - 1; index >= 0 && missing > 0; index -= 1) {
      const planned = held[index];
      const steps = planned && heldAt(planned, status);
      if (!planned || !steps) continue;
      held[index] = { ...planned, steps, life: liveOn(planned.beginning, steps, office) };
      missing -= 1;
    }
  }
  return held;
}

/** The steps that leave a delivered order in a status it passed through; undefined for all others. */
function heldAt({ beginning, steps, life }: PlannedLife, status: OrderStatus): Step[] | undefined {
  if (life.order.orderStatus !== 'DELIVERED' || status === 'DELIVERED') return undefined;
  if (beginning.order.orderStatus === status) return [];
  const isPassed = steps.some((step) => step.kind === 'status' && step.to === status);
  return isPassed && status !== 'ARCHIVED' ? stepsUntil(steps, status) : undefined;
}
