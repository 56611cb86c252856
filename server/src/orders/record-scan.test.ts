import { NewOrder } from '@portage/contract/orders/new-order';
import { Order } from '@portage/contract/orders/orders';
import { expect, test } from 'vitest';
import { newOrderPayload } from '../testing/make-order.ts';
import { draftOrder } from './draft-order.ts';
import { recordScan } from './record-scan.ts';

const NOW = Date.parse('2026-06-10T09:00:00-04:00');
const AUTHOR = { merchantId: '019c0000-0000-7000-8000-000000000000', username: 'someone' };
const draft = () =>
  draftOrder(
    NewOrder.parse(newOrderPayload({ packages: undefined, packageCount: 2 })),
    AUTHOR,
    NOW,
  );

test('a scan is told of its package, in its scans and in its tracking', () => {
  const order = draft();
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

test('a scan changes the version but not the status, and leaves the order it was made from as it was', () => {
  const order = draft();
  const before = structuredClone(order);
  const [{ trackingNumber } = { trackingNumber: '' }] = order.packages;
  const scanned = recordScan(order, { trackingNumber, at: NOW + 5, city: 'Toronto' });
  expect(scanned).toMatchObject({ orderStatus: 'CREATED', version: 2, modified: NOW + 5 });
  expect(order).toEqual(before);
});

test('a scan of a package of another order is refused', () => {
  const scan = { trackingNumber: 'PTG00000000000-1', at: NOW, city: 'Toronto' };
  expect(() => recordScan(draft(), scan)).toThrow(RangeError);
});
