import { expect, test } from 'vitest';
import type { OrderStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { labelledOrder } from '../labels/label-fixture.ts';
import { trackingContent } from './tracking-content.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-06-10T09:00:00-04:00');

/** An order that came to these statuses, one an hour, the last of which it has. */
function orderWith(statuses: readonly OrderStatus[], changes: Partial<Order> = {}): Order {
  const { trackingNumber } = labelledOrder();
  const timelineEvents = statuses.map((event, hour) => ({
    event,
    timestamp: START + hour * 60 * MINUTE,
    trackingNumber,
  }));
  return labelledOrder({ orderStatus: statuses.at(-1) ?? 'CREATED', timelineEvents, ...changes });
}

const contentOf = (order: Order) => trackingContent(order, { name: 'Maple & Pine' });
const stepsOf = (...statuses: OrderStatus[]) =>
  contentOf(orderWith(statuses)).steps.map(({ step, state }) => `${step}: ${state}`);

const toTheDoor: OrderStatus[] = [
  'CREATED',
  'CARRIER_PICKED_UP',
  'SHIPMENT_PROCESSING',
  'OUT_FOR_DELIVERY',
];

test('a new order has all its steps ahead', () => {
  expect(stepsOf('CREATED')).toEqual([
    'ordered: current',
    'pickedUp: ahead',
    'atDepot: ahead',
    'outForDelivery: ahead',
    'delivered: ahead',
  ]);
});

test('a step tells when the order came to it, the last time that it did', () => {
  const failedOnce = orderWith([
    ...toTheDoor,
    'DELIVERY_FAILED',
    'RECEIVED_AT_DESTINATION',
    'OUT_FOR_DELIVERY',
  ]);
  const hours = contentOf(failedOnce).steps.map(({ at }) => at && (at - START) / (60 * MINUTE));
  expect(hours).toEqual([0, 1, 5, 6, undefined]);
});

test('an order that never lay at a depot tells of none', () => {
  expect(stepsOf('CREATED', 'CARRIER_PICKED_UP', 'OUT_FOR_DELIVERY', 'DELIVERED')).toEqual([
    'ordered: done',
    'pickedUp: done',
    'outForDelivery: done',
    'delivered: done',
  ]);
});

test('a delivery that failed may still be delivered', () => {
  expect(stepsOf(...toTheDoor, 'DELIVERY_FAILED').slice(-2)).toEqual([
    'notDelivered: trouble',
    'delivered: ahead',
  ]);
});

test.each([
  ['CANCELLED', 'cancelled'],
  ['FAILED', 'failed'],
  ['RETURN_TO_SENDER', 'returned'],
  ['LOST', 'lost'],
] as const)('an order that is %s has nothing ahead', (status, standing) => {
  expect(stepsOf('CREATED', 'CARRIER_PICKED_UP', status)).toEqual([
    'ordered: done',
    'pickedUp: done',
    `${standing}: trouble`,
  ]);
});

test('an archived order is told as what it was before', () => {
  const { standing, since, isFinal } = contentOf(orderWith([...toTheDoor, 'LOST', 'ARCHIVED']));
  expect({ standing, since, isFinal }).toEqual({
    standing: 'lost',
    since: START + 4 * 60 * MINUTE,
    isFinal: true,
  });
});

test.each([
  ['DELIVERED', true],
  ['CANCELLED', true],
  ['RETURN_TO_SENDER', true],
  ['ARCHIVED', true],
  ['CREATED', false],
  ['DELIVERY_FAILED', false],
  ['FAILED', false],
  ['LOST', false],
] as const)('that an order that is %s is final: %s', (status, isFinal) => {
  expect(contentOf(orderWith([status])).isFinal).toBe(isFinal);
});

test('a window that changed tells what it was, and why only where the recipient may read it', () => {
  const original = { originalCompleteAfter: START, originalCompleteBefore: START + MINUTE };
  const told = (showExternalNotes: boolean, status: OrderStatus = 'OUT_FOR_DELIVERY') =>
    contentOf(
      orderWith([status], {
        ...original,
        timeChangeEvents: [{ timestamp: START, showExternalNotes, externalNotes: 'Snow.' }],
      }),
    );
  const { firstWindow, reason } = told(true);
  expect(firstWindow).toEqual({ start: START, end: START + MINUTE });
  expect(reason).toBe('Snow.');
  expect(told(false)).not.toHaveProperty('reason');
  expect(told(true, 'DELIVERED')).not.toHaveProperty('window');
});

test('why a delivery failed is told where the carrier said so of that failure', () => {
  const told = (timestamp: number, showExternalNotes = true) =>
    contentOf(
      orderWith(['DELIVERY_FAILED'], {
        failedAt: START,
        timeChangeEvents: [{ timestamp, showExternalNotes, externalNotes: 'Nobody was there.' }],
      }),
    ).reason;
  expect(told(START + MINUTE)).toBe('Nobody was there.');
  expect(told(START - MINUTE)).toBeUndefined();
  expect(told(START + MINUTE, false)).toBeUndefined();
});

test('a business is called by its whole name, a person by the first', () => {
  const called = (name: string, isBusinessAddress: boolean) => {
    const order = orderWith(['OUT_FOR_DELIVERY'], { recipient: { name } });
    const dtoRecipientAddress = { ...order.dtoRecipientAddress, isBusinessAddress };
    return contentOf({ ...order, dtoRecipientAddress }).recipientName;
  };
  expect(called('Greenwood & Sons LLP', true)).toBe('Greenwood & Sons LLP');
  expect(called('Zoé Tremblay', false)).toBe('Zoé');
  expect(called('zoe@mail.example', true)).toBeUndefined();
});

test('what happens inside Portage is not told, and scans only where they say something new', () => {
  const { trackingNumber, timelineEvents } = orderWith(toTheDoor);
  const scan = (minutes: number, city: string) => ({
    event: 'SCANNED',
    timestamp: START + minutes * MINUTE,
    trackingNumber: `${trackingNumber}-1`,
    location: { city },
  });
  const atCity = timelineEvents.map((event, hour) =>
    hour === 1 ? { ...event, location: { city: 'Toronto' } } : event,
  );
  const order = orderWith(toTheDoor, {
    timelineEvents: [{ event: 'GEOCODED', timestamp: START, trackingNumber }, ...atCity],
    trackingEvents: [
      scan(59, 'Toronto'),
      scan(130, 'Guelph'),
      scan(131, 'Guelph'),
      { ...scan(132, 'Guelph'), event: 'WEIGHED BY BOB' },
    ],
  });
  expect(contentOf(order).events.map(({ name, city = '–' }) => `${name} ${city}`)).toEqual([
    'OUT_FOR_DELIVERY –',
    'SCANNED Guelph',
    'SHIPMENT_PROCESSING –',
    'CARRIER_PICKED_UP Toronto',
    'CREATED –',
  ]);
});

test.each([
  ['is edited while it is ready', ['PICKUP_READY', 'CREATED', 'GEOCODED', 'PICKUP_READY']],
  ['is edited before it is ready', ['CREATED', 'GEOCODED', 'PICKUP_READY']],
  ['is ready the second time', ['PICKUP_READY', 'GEOCODED', 'PICKUP_READY']],
] as const)('an order that %s was received once and is packed once', (_, then) => {
  const { events } = contentOf(orderWith(['CREATED', 'GEOCODED', ...then, 'CARRIER_PICKED_UP']));
  expect(events.map(({ name }) => name)).toEqual(['CARRIER_PICKED_UP', 'PICKUP_READY', 'CREATED']);
  const hours = (name: string) =>
    events.filter((one) => one.name === name).map(({ at }) => (at - START) / (60 * MINUTE));
  expect(hours('CREATED')).toEqual([0]);
  expect(hours('PICKUP_READY')).toEqual([then.length + 1]);
});

test('an order that is not ready any more is not said to be packed', () => {
  const { events, standing } = contentOf(
    orderWith(['CREATED', 'GEOCODED', 'PICKUP_READY', 'GEOCODED']),
  );
  expect(standing).toBe('ordered');
  expect(events.map(({ name }) => name)).toEqual(['CREATED']);
});

test('of several packages each tells its own', () => {
  const { trackingNumber } = labelledOrder();
  const order = orderWith(toTheDoor, {
    packageCount: 3,
    trackingEvents: [
      {
        event: 'DELIVERED',
        timestamp: START + 300 * MINUTE,
        trackingNumber: `${trackingNumber}-2`,
      },
    ],
  });
  expect(contentOf(order).events[0]).toMatchObject({ name: 'DELIVERED', package: 2 });
});
