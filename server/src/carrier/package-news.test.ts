import { expect, test } from 'vitest';
import { after, NOW, told } from '../testing/applied-events.ts';
import { locatedOrder, statusReport } from '../testing/carrier-events.ts';
import { applyCarrierEvent } from './apply-carrier-event.ts';

test('an order goes with its first package and is delivered with its last', () => {
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
