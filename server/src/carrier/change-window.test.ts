import { expect, test } from 'vitest';
import { NOW } from '../testing/applied-events.ts';
import { locatedOrder } from '../testing/carrier-events.ts';
import { applyCarrierEvent } from './apply-carrier-event.ts';

test('the newest change of the window holds, and all are kept', () => {
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
