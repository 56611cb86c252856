import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CarrierEvent, MOST_EVENTS_KEPT } from '@portage/contract/orders/carrier';
import { CarrierStatus, mayBecome, type OrderStatus } from '@portage/contract/orders/order-status';
import { Order } from '@portage/contract/orders/orders';
import { MINUTE } from '@portage/contract/time';
import { locatedOrder, statusReport } from '../testing/carrier-events.ts';
import { applyCarrierEvent, type AppliedEvent } from './apply-carrier-event.ts';

const NOW = Date.parse('2026-06-10T09:00:00-04:00');

const after = (order: Order, events: readonly CarrierEvent[]): Order =>
  events.reduce((before, event) => applyCarrierEvent(before, event, NOW).order, order);

const told = (order: Order): string[] => order.timelineEvents.slice(2).map(({ event }) => event);

test('events beyond the limit or of an archived order are refused', () => {
  const order = locatedOrder(NOW);
  const lostOf = (of: Order) => () => applyCarrierEvent(of, statusReport(of, 'LOST', NOW), NOW);
  const scanned: Order = {
    ...order,
    otherScans: Array.from({ length: MOST_EVENTS_KEPT - 2 }, () => ({ time: NOW })),
  };
  expect(lostOf(scanned)).toThrow(expect.objectContaining({ code: 'too_many_events' }));
  const archived: Order = { ...order, orderStatus: 'ARCHIVED' };
  expect(lostOf(archived)).toThrow(expect.objectContaining({ code: 'order_archived' }));
});

test('the newest change of the window applies, and all are kept', () => {
  const order = locatedOrder(NOW);
  const change = (at: number) =>
    ({
      id: `${at}`,
      trackingNumber: order.trackingNumber,
      at,
      type: 'TIME_CHANGE',
      window: { start: at + 1000, end: at + 2000 },
      externalNotes: `Snow ${at}`,
      showExternalNotes: false,
    }) as const;
  const newest = applyCarrierEvent(order, change(NOW + 2), NOW + 3);
  expect(newest.result).toBe('applied');
  const late = applyCarrierEvent(newest.order, change(NOW + 1), NOW + 3);
  expect(late.result).toBe('recorded');
  expect(late.order).toMatchObject({ completeAfter: NOW + 1002, completeBefore: NOW + 2002 });
  expect(late.order.timeChangeEvents.map(({ timestamp }) => timestamp)).toEqual([NOW + 1, NOW + 2]);
});

test('the newest report of a task applies, and an older one changes nothing', () => {
  const order = locatedOrder(NOW);
  const task = (taskStatus: 'ACTIVE' | 'COMPLETED', at: number) =>
    ({
      id: `${at}`,
      trackingNumber: order.trackingNumber,
      at,
      type: 'TASK',
      task: { id: 't1', shortId: 'A1', taskType: 'DROPOFF', taskStatus },
    }) as const;
  const completed = after(order, [task('ACTIVE', NOW + 1), task('COMPLETED', NOW + 3)]);
  expect(completed.tasks).toEqual([
    { id: 't1', shortId: 'A1', taskType: 'DROPOFF', taskStatus: 'COMPLETED', reportedAt: NOW + 3 },
  ]);
  const late = applyCarrierEvent(completed, task('ACTIVE', NOW + 2), NOW + 4);
  expect(late).toEqual({ order: completed, result: 'recorded', transitions: [] });
});

test('the notes of the last failure are kept, in any sequence of arrival', () => {
  const order = locatedOrder(NOW);
  const first = statusReport(order, 'DELIVERY_FAILED', NOW + 1, { notes: 'Dog' });
  const last = statusReport(order, 'DELIVERY_FAILED', NOW + 2, { notes: 'Nobody home' });
  for (const events of [
    [first, last],
    [last, first],
  ]) {
    expect(after(order, events)).toMatchObject({ failedAt: NOW + 2, failureNotes: 'Nobody home' });
  }
});

test('the notes of a failure are kept until the order follows it', () => {
  const order = locatedOrder(NOW);
  const report = (status: CarrierStatus, at: number, notes?: string) =>
    statusReport(order, status, NOW + at, { notes });
  const events = [
    report('OUT_FOR_DELIVERY', 1),
    report('DELIVERY_FAILED', 2, 'Dog'),
    report('DELIVERY_FAILED', 4, 'Nobody home'),
    report('RECEIVED_AT_DESTINATION', 5),
    report('OUT_FOR_DELIVERY', 3),
  ];
  expect(after(order, events)).toMatchObject({ failedAt: NOW + 4, failureNotes: 'Nobody home' });
});

/** The parts of an order that do not depend on the sequence of events. */
const toldOf = ({ scanEvents, ...rest }: Order) => ({ ...rest, scans: new Set(scanEvents) });

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

test('the events of a journey in any sequence result in the same order, by steps of the table', () => {
  fc.assert(
    fc.property(lives, ({ order, journey, events, shuffled }) => {
      const inTime = after(order, events);
      expect(inTime.orderStatus).toBe(journey.at(-1));
      expect(told(inTime)).toEqual(journey);
      let before = order;
      for (const event of shuffled) {
        const applied = applyCarrierEvent(before, event, NOW);
        expectStepsOfTable(before, applied);
        before = applied.order;
      }
      expect(toldOf(before)).toEqual(toldOf(inTime));
    }),
  );
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

test('no events lead outside the table, back, or to an inconsistent order', () => {
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

test('an order departs with its first package and is delivered with its last', () => {
  const order = locatedOrder(NOW, { packageCount: 2 });
  const [first = order, second = order] = order.packages;
  const load = statusReport(first, 'OUT_FOR_DELIVERY', NOW + 1, { city: 'Ottawa' });
  const loaded = after(order, [load, statusReport(second, 'OUT_FOR_DELIVERY', NOW + 2)]);
  expect(loaded.orderStatus).toBe('OUT_FOR_DELIVERY');
  expect(loaded.timelineEvents.slice(2)).toEqual([
    {
      event: 'OUT_FOR_DELIVERY',
      timestamp: NOW + 1,
      trackingNumber: first.trackingNumber,
      location: { city: 'Ottawa' },
    },
  ]);
  expect(loaded.trackingEvents).toHaveLength(2);
  expect(loaded.scanEvents).toEqual([
    { trackingNumber: first.trackingNumber, events: [{ time: NOW + 1, location: 'Ottawa' }] },
  ]);
  expect(loaded.otherScans).toEqual([{ time: NOW + 2 }]);

  const one = applyCarrierEvent(loaded, statusReport(second, 'DELIVERED', NOW + 4), NOW);
  expect(one).toMatchObject({ result: 'recorded', order: { orderStatus: 'OUT_FOR_DELIVERY' } });
  const both = applyCarrierEvent(one.order, statusReport(first, 'DELIVERED', NOW + 3), NOW);
  expect(both.order).toMatchObject({ orderStatus: 'DELIVERED', deliveredAt: NOW + 4 });
  expect(told(both.order)).toEqual(['OUT_FOR_DELIVERY', 'DELIVERED']);
});

test.each([
  ['DELIVERY_COMPLETED', 'DELIVERED'],
  ['DELIVERED', 'DELIVERY_COMPLETED'],
] as const)('an order is completed when one package is %s and the other %s', (one, other) => {
  const order = locatedOrder(NOW, { packageCount: 2 });
  const [first = order, second = order] = order.packages;
  const reports = [
    statusReport(first, 'OUT_FOR_DELIVERY', NOW + 1),
    statusReport(first, one, NOW + 2),
    statusReport(second, other, NOW + 3),
  ];
  for (const events of [reports, reports.toReversed()]) {
    expect(after(order, events).orderStatus).toBe('DELIVERY_COMPLETED');
  }
  const delivered = [first, second].map((one) => statusReport(one, 'DELIVERED', NOW + 4));
  expect(after(order, [...reports, ...delivered]).orderStatus).toBe('DELIVERED');
});

test('missing statuses are passed through without entries in the timeline', () => {
  const order = locatedOrder(NOW);
  const applied = applyCarrierEvent(order, statusReport(order, 'DELIVERED', NOW + 9), NOW + 10);
  expect(applied.result).toBe('applied');
  expect(applied.transitions).toEqual([
    { from: 'GEOCODED', to: 'CARRIER_PICKED_UP' },
    { from: 'CARRIER_PICKED_UP', to: 'OUT_FOR_DELIVERY' },
    { from: 'OUT_FOR_DELIVERY', to: 'DELIVERED' },
  ]);
  expect(told(applied.order)).toEqual(['DELIVERED']);
  expect(applied.order).toMatchObject({ deliveredAt: NOW + 9, modified: NOW + 10 });
  expect(applied.order.outForDeliveryAt).toBeUndefined();

  const late = applyCarrierEvent(
    applied.order,
    statusReport(order, 'OUT_FOR_DELIVERY', NOW + 5),
    NOW + 20,
  );
  expect(late).toMatchObject({ result: 'recorded', transitions: [] });
  expect(told(late.order)).toEqual(['OUT_FOR_DELIVERY', 'DELIVERED']);
  expect(late.order).toMatchObject({ orderStatus: 'DELIVERED', outForDeliveryAt: NOW + 5 });
});

test('an event without an allowed transition is recorded without changing the status', () => {
  const located = locatedOrder(NOW);
  const order = after(located, [statusReport(located, 'CANCELLED', NOW + 1)]);
  const applied = applyCarrierEvent(order, statusReport(order, 'DELIVERED', NOW + 2), NOW);
  expect(applied).toMatchObject({ result: 'recorded', transitions: [] });
  expect(applied.order.orderStatus).toBe('CANCELLED');
  expect(applied.order.deliveredAt).toBeUndefined();
  expect(told(applied.order)).toEqual(['CANCELLED', 'DELIVERED']);
  const failed = statusReport(order, 'FAILED', NOW + 3, { notes: 'Dog' });
  const strange = applyCarrierEvent(applied.order, failed, NOW).order;
  expect([strange.failedAt, strange.failureNotes]).toEqual([undefined, 'Dog']);
});

test('an order follows the events before one that is not allowed', () => {
  const order = locatedOrder(NOW);
  const strange = after(order, [
    statusReport(order, 'DELIVERY_COMPLETED', NOW + 1),
    statusReport(order, 'OUT_FOR_DELIVERY', NOW + 3),
  ]);
  expect(strange.orderStatus).toBe('DELIVERY_COMPLETED');
  const applied = applyCarrierEvent(strange, statusReport(order, 'DELIVERED', NOW + 2), NOW);
  expect(applied).toMatchObject({ result: 'applied', order: { orderStatus: 'DELIVERED' } });
});
