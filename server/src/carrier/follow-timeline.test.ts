import { expect, test } from 'vitest';
import { after, NOW, told } from '../testing/applied-events.ts';
import { locatedOrder, statusReport } from '../testing/carrier-events.ts';
import { applyCarrierEvent } from './apply-carrier-event.ts';

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
