import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderCan } from '@portage/contract/orders/order-status';
import { summaryOf } from '@portage/contract/orders/orders';
import { exampleOrder } from '@portage/contract/testing/example-order';
import { anySelectedOrder } from '../testing/any-selected-order.ts';
import { splitByPermission } from './bulk-action.ts';
import { markNotReady, markReady } from './MarkReady.tsx';

test('only geocoded orders are sent to be marked ready, and the others say why not', () =>
  fc.assert(
    fc.property(fc.array(anySelectedOrder, { maxLength: 10 }), (orders) => {
      const { allowed, skipped } = splitByPermission(orders, markReady().permission);
      expect(allowed).toEqual(orders.filter(({ orderStatus }) => orderStatus === 'GEOCODED'));
      expect(new Set(skipped.map(({ reason }) => reason)).size).toBeLessThanOrEqual(1);
      for (const { reason } of skipped) expect(reason).toBe('order_not_geocoded');
    }),
  ));

test('a single order of any status is sent to be marked not ready', () =>
  fc.assert(
    fc.property(anySelectedOrder, (order) => {
      expect(markNotReady([order]).permission(order)).toEqual({ allowed: true });
    }),
  ));

test('of several orders, only ready ones without scans are sent to be marked not ready', () =>
  fc.assert(
    fc.property(fc.array(anySelectedOrder, { minLength: 2, maxLength: 10 }), (orders) => {
      const { permission } = markNotReady(orders);
      for (const order of orders) {
        const isSent = order.orderStatus === 'PICKUP_READY' && !order.isScanned;
        expect(permission(order).allowed).toBe(isSent);
        expect(permission(order)).toEqual(orderCan.markNotReady(order));
      }
    }),
  ));

test('orders without a label are separated with their reason', () => {
  const located = summaryOf(exampleOrder({ id: 'first' }));
  const created = summaryOf(exampleOrder({ orderStatus: 'CREATED' }));
  const delivered = summaryOf(exampleOrder({ orderStatus: 'DELIVERED' }));
  expect(splitByPermission([located, created, delivered], orderCan.printLabel)).toEqual({
    allowed: [located, delivered],
    skipped: [{ order: created, reason: 'order_not_printable' }],
  });
});
