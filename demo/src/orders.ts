import type { NewOrder } from '@portage/contract/orders/new-order';
import { isUndelivered, OrderStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { type EpochMillis, DAY, HOUR, MINUTE } from '@portage/contract/time';
import type { AuditEntry } from '../../server/src/audit/write-audit.ts';
import { advanceOrder, recordScan } from '../../server/src/orders/advance-order.ts';
import {
  locateAndRate,
  type RatingContext,
} from '../../server/src/orders/locate-and-rate-orders.ts';
import { draftOrder } from '../../server/src/orders/order-document.ts';
import type { Places } from '../../server/src/places/places.ts';
import type { Tariffs } from '../../server/src/rates/tariff.ts';
import type { DemoBusiness } from './businesses.ts';
import { creationTimestamps } from './calendar.ts';
import { customersOf } from './customers.ts';
import { planJourney, type Step } from './journey.ts';
import { withMistake, type Mistake } from './mistakes.ts';
import { seededRandom, type DemoRandom } from './random.ts';

export interface DemoLife {
  readonly newOrder: NewOrder;
  readonly order: Order;
  readonly audit: readonly AuditEntry[];
}

const LOCATING_TAKES = 1_500;

interface DemoOffice extends Omit<RatingContext, 'now'> {
  readonly places: Places;
  readonly username: string;
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

/** Days after which a demo merchant has dealt with a failed delivery. */
const DEALT_WITH_AFTER = 3;

function dealtWith(life: DemoLife, { username, now }: Pick<DemoOffice, 'username' | 'now'>) {
  const { order, audit } = life;
  const at = order.modified + HOUR;
  if (!isUndelivered(order) || order.modified > now - DEALT_WITH_AFTER * DAY) return life;
  const { merchantId, id: subjectId, version } = order;
  const entry: AuditEntry = {
    ...{ merchantId, at, actor: username, subjectId, details: {} },
    action: 'order.attention_closed',
  };
  const closed = { ...order, attentionClosedAt: at, modified: at, version: version + 1 };
  return { ...life, order: closed, audit: [...audit, entry] };
}

interface PlannedLife {
  readonly beginning: DemoLife;
  readonly steps: readonly Step[];
  readonly life: DemoLife;
}

const LEAST = 3;

/** Stops some orders at rare statuses that they passed through, the latest first. */
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

function latestThrough(lives: readonly PlannedLife[], status: OrderStatus) {
  return lives
    .map((planned, index) => ({ index, planned, passedAt: passedAt(planned, status) }))
    .filter(({ passedAt }) => passedAt > 0)
    .sort((one, other) => other.passedAt - one.passedAt);
}

/** 0 for never. */
function passedAt({ life }: PlannedLife, status: OrderStatus): number {
  const { orderStatus, timelineEvents } = life.order;
  // Archived orders stay archived; creation has no step to stop at.
  if (orderStatus === 'ARCHIVED' || orderStatus === status || status === 'CREATED') return 0;
  return timelineEvents.findLast(({ event }) => event === status)?.timestamp ?? 0;
}

function stepsUntil({ steps }: PlannedLife, timestamp: EpochMillis): readonly Step[] {
  return steps.filter(({ at }) => at <= timestamp);
}

export const DEMO_DAYS = 90;

const ARCHIVED_DAYS = { oldest: 214, newest: 194 } as const;

/** Ages in milliseconds of orders that stay CREATED: no job locates them. */
const JUST_ORDERED = [1_200, 400];

/** One order in this number has a mistake. */
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

/** Oldest first. */
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
  return shown.map(({ life }) => dealtWith(life, office));
}

function mistakeOf({ mistakes }: DemoBusiness, ordinal: number): Mistake | undefined {
  const turn = (ordinal + ONE_MISTAKE_IN / 2) / ONE_MISTAKE_IN;
  return Number.isInteger(turn) ? mistakes[turn % mistakes.length] : undefined;
}
