import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CarrierEvent } from '@portage/contract/orders/carrier';
import { CarrierStatus, mayBecome, type OrderStatus } from '@portage/contract/orders/order-status';
import { Order } from '@portage/contract/orders/orders';
import { after, NOW, told } from '../testing/applied-events.ts';
import { locatedOrder, statusReport } from '../testing/carrier-events.ts';
import { type AppliedEvent, applyCarrierEvent } from './apply-carrier-event.ts';

const MINUTE = 60_000;

/** What may be told of an order whatever came when. */
const toldOf = ({ scanEvents, ...rest }: Order) => ({
  ...rest,
  scans: new Set(scanEvents),
});

/** Expects the told transitions to lead from the one status to the other, each a step of the table. */
function expectStepsOfTable(before: Order, { order, transitions }: AppliedEvent): void {
  let status = before.orderStatus;
  for (const { from, to } of transitions) {
    expect(from).toBe(status);
    expect(mayBecome(from, to, 'carrier')).toBe(true);
    status = to;
  }
  expect(order.orderStatus).toBe(status);
}

const choice = fc.nat({ max: 1000 });

/** Statuses that the table lets follow each other, from a located order on. */
const journeys = fc.array(choice, { minLength: 1, maxLength: 14 }).map((choices) => {
  const journey: CarrierStatus[] = [];
  for (const number of choices) {
    const from: OrderStatus = journey.at(-1) ?? 'GEOCODED';
    const next = CarrierStatus.options.filter((to) => mayBecome(from, to, 'carrier'));
    const to = next[number % next.length];
    if (to) journey.push(to);
  }
  return journey;
});

/** The reports of a journey: of the order itself, or of each of its packages, one after the other. */
function reportsOf(order: Order, journey: readonly CarrierStatus[], ofPackages: boolean) {
  const numbered = ofPackages ? order.packages : [order];
  return journey.flatMap((status, step) =>
    numbered.map((one, index) =>
      statusReport(one, status, NOW + step * MINUTE + index, {
        city: `City ${step}`,
        notes: `Notes ${step}`,
      }),
    ),
  );
}

describe('the events of a journey', () => {
  const lives = fc
    .record({ journey: journeys, packageCount: fc.integer({ min: 1, max: 3 }), by: fc.boolean() })
    .chain(({ journey, packageCount, by }) => {
      const order = locatedOrder(NOW - MINUTE, { packageCount });
      const events = reportsOf(order, journey, by);
      return fc.record({
        order: fc.constant(order),
        journey: fc.constant(journey),
        events: fc.constant(events),
        shuffled: fc.shuffledSubarray(events, { minLength: events.length }),
      });
    });

  test('make the same of an order in whatever sequence they come', () => {
    fc.assert(
      fc.property(lives, ({ order, journey, events, shuffled }) => {
        const inTime = after(order, events);
        expect(toldOf(after(order, shuffled))).toEqual(toldOf(inTime));
        expect(inTime.orderStatus).toBe(journey.at(-1));
        expect(told(inTime)).toEqual(journey);
      }),
    );
  });

  test('change the status only by steps of the table for the carrier', () => {
    fc.assert(
      fc.property(lives, ({ order, shuffled }) => {
        let before = order;
        for (const event of shuffled) {
          const applied = applyCarrierEvent(before, event, NOW);
          expectStepsOfTable(before, applied);
          before = applied.order;
        }
      }),
    );
  });
});

interface Anything {
  status: CarrierStatus;
  type: CarrierEvent['type'];
  /** 0 is the order, others are its packages. */
  number: number;
  minutes: number;
}

const anything: fc.Arbitrary<Anything> = fc.record({
  status: fc.constantFrom(...CarrierStatus.options),
  type: fc.constantFrom('STATUS', 'SCAN', 'TIME_CHANGE', 'TASK'),
  number: fc.nat({ max: 2 }),
  minutes: fc.nat({ max: 12 }),
});

function eventOf(order: Order, { status, type, number, minutes }: Anything): CarrierEvent {
  const { trackingNumber } = [order, ...order.packages][number] ?? order;
  const at = NOW + minutes * MINUTE;
  const common = { id: 'any', trackingNumber, at };
  switch (type) {
    case 'SCAN':
      return { ...common, type, ...(minutes % 2 > 0 && { city: 'Toronto' }) };
    case 'TIME_CHANGE':
      return {
        ...common,
        type,
        window: { start: at, end: at + MINUTE },
        externalNotes: 'Snow',
        showExternalNotes: true,
      };
    case 'TASK':
      return {
        ...common,
        type,
        task: { id: `${number}`, shortId: 'A1', taskType: 'DROPOFF', taskStatus: 'ACTIVE' },
      };
    default:
      return statusReport({ trackingNumber }, status, at);
  }
}

test('no events at all lead outside the table, back, or to an order that is not whole', () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 40 }), (seeds) => {
      let order = locatedOrder(NOW - MINUTE, { packageCount: 2 });
      let followed = 0;
      for (const [index, seed] of seeds.entries()) {
        const event = eventOf(order, seed);
        const applied = applyCarrierEvent(order, event, NOW + index);
        expectStepsOfTable(order, applied);
        if (applied.transitions.length > 0) {
          const { timelineEvents, orderStatus } = applied.order;
          const follows =
            timelineEvents.findLast((one) => one.event === orderStatus)?.timestamp ?? 0;
          expect(follows).toBeGreaterThanOrEqual(followed);
          followed = follows;
        }
        if (applied.order !== order) {
          expect(applied.order).toMatchObject({
            version: order.version + 1,
            modified: NOW + index,
          });
        }
        ({ order } = applied);
      }
      Order.parse(order);
      const isSorted = (timestamps: readonly (number | undefined)[]) => {
        expect(timestamps).toEqual(timestamps.toSorted((one = 0, other = 0) => one - other));
      };
      isSorted(order.timelineEvents.map(({ timestamp }) => timestamp));
      isSorted(order.trackingEvents.map(({ timestamp }) => timestamp));
      isSorted(order.timeChangeEvents.map(({ timestamp }) => timestamp));
      isSorted(order.otherScans.map(({ time }) => time));
      for (const { events } of order.scanEvents) isSorted(events.map(({ time }) => time));
    }),
  );
});
