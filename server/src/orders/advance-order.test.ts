import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NewOrder } from '@portage/contract/orders/new-order';
import { mayBecome, OrderStatus, type Actor } from '@portage/contract/orders/order-status';
import { Order } from '@portage/contract/orders/orders';
import { ApiError } from '../api-error.ts';
import { newOrderPayload } from '../testing/make-order.ts';
import { advanceOrder } from './advance-order.ts';
import { draftOrder } from './draft-order.ts';

const NOW = Date.parse('2026-06-10T09:00:00-04:00');
const AUTHOR = { merchantId: '019c0000-0000-7000-8000-000000000000', username: 'someone' };
const draft = () => draftOrder(NewOrder.parse(newOrderPayload()), AUTHOR, NOW);

const actors: Actor[] = ['merchant', 'carrier', 'system'];
const steps = fc.array(
  fc.record({
    to: fc.constantFrom(...OrderStatus.options),
    actor: fc.constantFrom(...actors),
  }),
  { maxLength: 60 },
);

test('no sequence of changes leads outside the table, and the timeline tells each one', () => {
  fc.assert(
    fc.property(steps, (changes) => {
      let order = draft();
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

test('marking ready sets the timestamp of fulfilment, and taking it back clears it', () => {
  const located = advanceOrder(draft(), { to: 'GEOCODED', actor: 'system', at: NOW + 1 });
  const ready = advanceOrder(located, { to: 'PICKUP_READY', actor: 'merchant', at: NOW + 2 });
  expect(ready.pickupReadyAt).toBe(NOW + 2);
  const notReady = advanceOrder(ready, { to: 'GEOCODED', actor: 'merchant', at: NOW + 3 });
  expect(notReady.pickupReadyAt).toBeUndefined();
});

test('a change leaves the order it was made from as it was', () => {
  const before = draft();
  const copy = structuredClone(before);
  advanceOrder(before, { to: 'GEOCODED', actor: 'system', at: NOW + 1 });
  expect(before).toEqual(copy);
});
