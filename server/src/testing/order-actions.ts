import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { CarrierEvent } from '@portage/contract/orders/carrier';
import { CarrierStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { type EpochMillis, MINUTE } from '@portage/contract/time';
import { untilPrintsRecorded } from '../orders/record-prints.ts';
import type { TestCarrier } from './make-carrier.ts';
import type { TestMerchant } from './make-merchant.ts';

export type OrderAction =
  | { kind: 'pickupready' | 'notPickupready' | 'delete'; isBatch: boolean }
  | { kind: 'updateOrder'; payload: object }
  | { kind: 'addTags' | 'removeTags'; payload: string[] }
  | { kind: 'print' }
  | { kind: 'report'; reports: { status: CarrierStatus; minutes: number; package: number }[] }
  | { kind: 'scan'; package: number }
  | { kind: 'wait'; minutes: number };

const address = fc.constantFrom(
  { street: '100 Queen St W', city: 'Toronto', postalCode: 'M5H 2N2' },
  { street: '1 Rue Notre-Dame E', city: 'Montréal', province: 'QC', postalCode: 'H2Y 1B6' },
  { street: '1 Nowhere Rd', city: 'Nowhere', postalCode: 'K9Z 9Z9' },
);

const payload = fc.oneof(
  fc.record({ notes: fc.constantFrom('Ring twice', 'Ring once', null) }),
  fc.record({ packageCount: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ recipientAddress: address }),
);

/** The carrier's statuses in their usual sequence come more often than any of them. */
const USUAL = ['CARRIER_PICKED_UP', 'OUT_FOR_DELIVERY', 'DELIVERED'] as const;

const report = fc.record({
  status: fc.oneof(fc.constantFrom(...USUAL), fc.constantFrom(...CarrierStatus.options)),
  minutes: fc.integer({ min: -10, max: 4 }),
  package: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 2 })),
});

export const anyAction: fc.Arbitrary<OrderAction> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('pickupready', 'pickupready', 'notPickupready', 'delete'),
    isBatch: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('updateOrder'), payload }),
  fc.record({
    kind: fc.constantFrom('addTags', 'removeTags'),
    payload: fc.array(fc.constantFrom('gift', 'fragile'), { minLength: 1, maxLength: 2 }),
  }),
  fc.constant({ kind: 'print' as const }),
  fc.record({
    kind: fc.constant('report'),
    reports: fc.array(report, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('scan'), package: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ kind: fc.constant('wait'), minutes: fc.integer({ min: 1, max: 3 }) }),
);

/** The number of an order, or of a package of it, counted from 1. */
const numberOf = ({ trackingNumber }: Order, which: number) =>
  which === 0 ? trackingNumber : `${trackingNumber}-${which}`;

/** Carrier events of an action; none happen before the order is created. */
export function eventsOf(
  action: Extract<OrderAction, { kind: 'report' | 'scan' }>,
  order: Order,
  now: EpochMillis,
): CarrierEvent[] {
  if (action.kind === 'scan') {
    const trackingNumber = numberOf(order, action.package);
    return [{ id: randomUUID(), type: 'SCAN', trackingNumber, at: now, city: 'Toronto' }];
  }
  return action.reports.map(({ status, minutes, package: which }) => ({
    id: randomUUID(),
    type: 'STATUS',
    status,
    trackingNumber: numberOf(order, which),
    at: Math.max(order.createdAt, now + minutes * MINUTE),
  }));
}

/** Sends an action of the merchant; true when it was done. A print is on record then. */
export async function send(
  { call }: TestMerchant,
  id: string,
  action: Exclude<OrderAction, { kind: 'report' | 'scan' | 'wait' }>,
): Promise<boolean> {
  if (action.kind === 'print') {
    const { statusCode } = await call('GET', `/labels/${id}`);
    await untilPrintsRecorded();
    return statusCode === 200;
  }
  if ('payload' in action) {
    const { kind, payload: edit } = action;
    return (await call('PATCH', `/orders/${id}/${kind}`, { payload: edit })).statusCode === 200;
  }
  if (action.isBatch) {
    const answer = await call('POST', `/orders/batch/${action.kind}`, { payload: { ids: [id] } });
    return answer.json<{ outcomes: { result: string }[] }>().outcomes[0]?.result === 'success';
  }
  if (action.kind === 'delete') return (await call('DELETE', `/orders/${id}`)).statusCode === 204;
  return (await call('PATCH', `/orders/${id}/${action.kind}`)).statusCode === 200;
}

/** Sends the carrier's events and gives those that were taken. */
export async function taken(
  carrier: TestCarrier,
  events: readonly CarrierEvent[],
): Promise<CarrierEvent[]> {
  const outcomes = await carrier.report(events);
  return events.filter((_, index) => outcomes[index]?.result !== 'refused');
}
