import type { EpochMillis } from '@portage/contract/time';
import type { Places } from '../places/places.ts';
import type { Tariffs } from '../rates/tariffs.ts';
import type { DemoBusiness } from './demo-businesses.ts';
import { creationTimestamps } from './demo-calendar.ts';
import { customersOf } from './demo-customers.ts';
import { planJourney } from './demo-journey.ts';
import { DAY, MINUTE } from './demo-timestamps.ts';
import { withMistake, type Mistake } from './demo-mistakes.ts';
import { seededRandom, type DemoRandom } from './demo-random.ts';
import { OrderStatus } from '@portage/contract/orders/order-status';
import type { Step } from './demo-steps.ts';
import type { NewOrder } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import type { AuditEntry } from '../audit/write-audit.ts';
import { advanceOrder } from '../orders/advance-order.ts';
import { draftOrder } from '../orders/draft-order.ts';
import { locateAndRate } from '../orders/locate-and-rate.ts';
import type { RatingContext } from '../orders/rate-order.ts';
import { recordScan } from '../orders/record-scan.ts';

/** An order as it was asked for and as it has become, with what the audit tells of it. */
export interface DemoLife {
  readonly newOrder: NewOrder;
  readonly order: Order;
  readonly audit: readonly AuditEntry[];
}

/** How long the background takes to locate and rate an order. */
const LOCATING_TAKES = 1_500;

/** Who places a demo order, and what rating it needs to know. */
interface DemoOffice extends Omit<RatingContext, 'now'> {
  readonly places: Places;
  readonly username: string;
  /** Nothing happens after this timestamp. */
  readonly now: EpochMillis;
}

function statusAudit(before: Order, after: Order, actor: string): AuditEntry {
  return {
    merchantId: after.merchantId,
    at: after.modified,
    actor,
    action: 'order.status_changed',
    subjectId: after.id,
    details: { from: before.orderStatus, to: after.orderStatus },
  };
}

/** Creates an order and, unless the present comes first, locates and rates it. */
async function beginLife(
  newOrder: NewOrder,
  createdAt: EpochMillis,
  { places, username, now, ...rating }: DemoOffice,
): Promise<DemoLife> {
  const merchantId = rating.merchant.id;
  const created = draftOrder(newOrder, { merchantId, username }, createdAt);
  const audit: AuditEntry[] = [
    {
      merchantId,
      at: createdAt,
      actor: username,
      action: 'order.created',
      subjectId: created.id,
      details: { status: created.orderStatus },
    },
  ];
  const locatedAt = createdAt + LOCATING_TAKES;
  if (locatedAt > now) return { newOrder, order: created, audit };

  const [origin, recipient] = await Promise.all([
    places.locate(created.dtoOriginAddress),
    places.locate(created.dtoRecipientAddress),
  ]);
  const order = locateAndRate(created, { origin, recipient }, { ...rating, now: locatedAt });
  return { newOrder, order, audit: [...audit, statusAudit(created, order, 'system')] };
}

/** What a life becomes by the steps of its journey up to the present. */
function liveOn(
  life: DemoLife,
  steps: readonly Step[],
  { username, now }: Pick<DemoOffice, 'username' | 'now'>,
): DemoLife {
  const audit = [...life.audit];
  let { order } = life;
  for (const step of steps) {
    if (step.at > now) break;
    const before = order;
    if (step.kind === 'scan') {
      order = recordScan(order, step);
    } else {
      order = advanceOrder(order, step);
      audit.push(statusAudit(before, order, step.actor === 'merchant' ? username : step.actor));
    }
  }
  return { newOrder: life.newOrder, order, audit };
}

/** A life and the steps that lead, or will lead, from its beginning to its end. */
interface PlannedLife {
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
function holdInEveryStatus(lives: readonly PlannedLife[], office: DemoOffice): PlannedLife[] {
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
