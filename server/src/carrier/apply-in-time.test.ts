import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { locatedOrder, statusReport } from '../testing/carrier-events.ts';
import { applyInTime } from './apply-in-time.ts';

const NOW = Date.parse('2026-06-10T09:00:00-04:00');

test('an event that fails by a fault of ours is refused, told of, and stops no other', () => {
  const order = locatedOrder(NOW);
  const photo = { verificationPhotos: [randomUUID()] };
  const pickup = statusReport(order, 'CARRIER_PICKED_UP', NOW + 1);
  const faulty = statusReport(order, 'OUT_FOR_DELIVERY', NOW + 2, photo);
  const delivery = statusReport(order, 'DELIVERED', NOW + 3);
  const fault = new RangeError('a mistake');
  const onFault = vi.fn();

  const { order: after, findings } = applyInTime(order, [delivery, faulty, pickup], {
    now: NOW,
    hasPhoto: () => {
      throw fault;
    },
    onFault,
  });
  expect(after.orderStatus).toBe('DELIVERED');
  expect(after.timelineEvents.slice(2).map(({ event }) => event)).toEqual([
    'CARRIER_PICKED_UP',
    'DELIVERED',
  ]);
  expect([pickup, faulty, delivery].map((event) => findings.get(event))).toEqual([
    'applied',
    expect.objectContaining({ code: 'internal_error' }),
    'applied',
  ]);
  expect(onFault.mock.calls).toEqual([[fault, expect.anything(), faulty]]);
});
