import { expect, test } from 'vitest';
import { after, NOW, told } from '../testing/applied-events.ts';
import { locatedOrder, statusReport } from '../testing/carrier-events.ts';
import { applyCarrierEvent } from './apply-carrier-event.ts';

test('reports that were missed are caught up, without a word of them in the timeline', () => {
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

test('what the table does not lead to is recorded, and the order stays where it is', () => {
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

test('an order follows what the table leads to, also before something that it does not lead to', () => {
  const order = locatedOrder(NOW);
  const strange = after(order, [
    statusReport(order, 'DELIVERY_COMPLETED', NOW + 1),
    statusReport(order, 'OUT_FOR_DELIVERY', NOW + 3),
  ]);
  expect(strange.orderStatus).toBe('DELIVERY_COMPLETED');
  const applied = applyCarrierEvent(strange, statusReport(order, 'DELIVERED', NOW + 2), NOW);
  expect(applied).toMatchObject({ result: 'applied', order: { orderStatus: 'DELIVERED' } });
});
