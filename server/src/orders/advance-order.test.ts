import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayBecome, type Actor, OrderStatus } from '@portage/contract/orders/order-status';
import { Order } from '@portage/contract/orders/orders';
import { ApiError } from '../api-error.ts';
import { locatedOrder } from '../testing/carrier-events.ts';
import { draftOf, SOMEONE } from '../testing/insert-order.ts';
import { advanceOrder, recordScan } from './advance-order.ts';

const NOW = Date.parse('2026-06-10T09:00:00-04:00');
const draftScan = () => draftOf(SOMEONE, NOW, { packages: undefined, packageCount: 2 });

test('a scan is recorded in its package’s scans and tracking', () => {
  const order = draftScan();
  const [first = '', second = ''] = order.packages.map(({ trackingNumber }) => trackingNumber);
  const scans = [
    { trackingNumber: first, at: NOW + 1, city: 'Toronto' },
    { trackingNumber: second, at: NOW + 2, city: 'Toronto' },
    { trackingNumber: first, at: NOW + 3, city: 'Ottawa' },
  ];
  const scanned = Order.parse(scans.reduce((before, scan) => recordScan(before, scan), order));

  expect(scanned.scanEvents).toEqual([
    {
      trackingNumber: first,
      events: [
        { time: NOW + 1, location: 'Toronto' },
        { time: NOW + 3, location: 'Ottawa' },
      ],
    },
    { trackingNumber: second, events: [{ time: NOW + 2, location: 'Toronto' }] },
  ]);
  expect(scanned.trackingEvents).toEqual(
    scans.map(({ trackingNumber, at, city }) => ({
      event: 'SCANNED',
      timestamp: at,
      trackingNumber,
      location: { city },
    })),
  );
});

test('a scan changes the version but not the status, and does not modify its input', () => {
  const order = draftScan();
  const before = structuredClone(order);
  const [{ trackingNumber } = { trackingNumber: '' }] = order.packages;
  const scanned = recordScan(order, { trackingNumber, at: NOW + 5, city: 'Toronto' });
  expect(scanned).toMatchObject({ orderStatus: 'CREATED', version: 2, modified: NOW + 5 });
  expect(order).toEqual(before);
});

test('a scan of a package of another order is refused', () => {
  const scan = { trackingNumber: 'PTG00000000000-1', at: NOW, city: 'Toronto' };
  expect(() => recordScan(draftScan(), scan)).toThrow(RangeError);
});

const actors: Actor[] = ['merchant', 'carrier', 'system'];
const steps = fc.array(
  fc.record({ to: fc.constantFrom(...OrderStatus.options), actor: fc.constantFrom(...actors) }),
  { maxLength: 60 },
);

test('any sequence of changes follows the table, and the timeline records each one', () => {
  fc.assert(
    fc.property(steps, (changes) => {
      let order = draftOf(SOMEONE, NOW);
      const lived = ['CREATED'];
      for (const [index, { to, actor }] of changes.entries()) {
        const change = { to, actor, at: NOW + index };
        if (mayBecome(order.orderStatus, to, actor)) {
          order = advanceOrder(order, change);
          lived.push(to);
        } else {
          expect(() => advanceOrder(order, change)).toThrow(ApiError);
        }
      }
      expect(order.timelineEvents.map(({ event }) => event)).toEqual(lived);
      expect(order.orderStatus).toBe(lived.at(-1));
      expect(order.version).toBe(lived.length);
      Order.parse(order);
    }),
  );
});

test('after the clock was set back, a change still comes last in the timeline', () => {
  const order = locatedOrder(NOW);
  const earlier = { actor: 'merchant', at: NOW - 180_000 } as const;
  const ready = advanceOrder(order, { to: 'PICKUP_READY', ...earlier });
  const again = advanceOrder(ready, { to: 'CREATED', ...earlier });
  expect(again.timelineEvents.map(({ event }) => event)).toEqual([
    'CREATED',
    'GEOCODED',
    'PICKUP_READY',
    'CREATED',
  ]);
  const times = again.timelineEvents.map(({ timestamp }) => timestamp);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
});

test('a change does not modify its input', () => {
  const before = draftOf(SOMEONE, NOW);
  const copy = structuredClone(before);
  advanceOrder(before, { to: 'GEOCODED', actor: 'system', at: NOW + 1 });
  expect(before).toEqual(copy);
});
