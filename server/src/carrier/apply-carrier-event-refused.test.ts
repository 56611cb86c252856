import { expect, test } from 'vitest';
import { type CarrierEvent, MOST_EVENTS_KEPT } from '@portage/contract/orders/carrier';
import type { Order } from '@portage/contract/orders/orders';
import { NOW } from '../testing/applied-events.ts';
import { locatedOrder, statusReport } from '../testing/carrier-events.ts';
import { applyCarrierEvent } from './apply-carrier-event.ts';

test('events before the order, of a package it does not have, too many, or of an archived one are refused', () => {
  const order = locatedOrder(NOW);
  const rejectionOf = (event: CarrierEvent, of = order) => {
    try {
      return applyCarrierEvent(of, event, NOW);
    } catch (error) {
      return error;
    }
  };
  expect(rejectionOf(statusReport(order, 'LOST', NOW - 1))).toMatchObject({
    code: 'event_before_order',
  });
  const unknown = { trackingNumber: `${order.trackingNumber}-2` };
  expect(rejectionOf(statusReport(unknown, 'LOST', NOW))).toMatchObject({
    code: 'tracking_number_unknown',
    values: unknown,
  });
  const scanned: Order = {
    ...order,
    otherScans: Array.from({ length: MOST_EVENTS_KEPT - 2 }, () => ({ time: NOW })),
  };
  expect(rejectionOf(statusReport(order, 'LOST', NOW), scanned)).toMatchObject({
    code: 'too_many_events',
  });
  const archived: Order = { ...order, orderStatus: 'ARCHIVED' };
  expect(rejectionOf(statusReport(order, 'LOST', NOW), archived)).toMatchObject({
    code: 'order_archived',
  });
});
