import type { CarrierEvent } from '@portage/contract/orders/carrier';
import type { Order } from '@portage/contract/orders/orders';
import { applyCarrierEvent } from '../carrier/apply-carrier-event.ts';

export const NOW = Date.parse('2026-06-10T09:00:00-04:00');

export const after = (order: Order, events: readonly CarrierEvent[]): Order =>
  events.reduce((before, event) => applyCarrierEvent(before, event, NOW).order, order);

export const told = (order: Order): string[] =>
  order.timelineEvents.slice(2).map(({ event }) => event);
