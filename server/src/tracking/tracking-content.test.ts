import { expect, test } from 'vitest';
import type { OrderStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { MINUTE } from '@portage/contract/time';
import { labelledOrder } from '../testing/labelled-order.ts';
import { trackingContent, firstNameOf } from './tracking-content.ts';

test.each([
  ['Zoé Tremblay', 'Zoé'],
  ['  Jean-Pierre   O’Neil ', 'Jean-Pierre'],
  ['Zoé', 'Zoé'],
  ['zoé tremblay', 'zoé'],
  ['Tremblay, Zoé', 'Zoé'],
  ['Tremblay, Mme Zoé', 'Zoé'],
  ['Dr. Amelia Okafor', 'Amelia'],
  ['M. Luc Roy', 'Luc'],
  ['שלמה כהן', 'שלמה'],
])('the first name of %s is %s', (name, first) => {
  expect(firstNameOf(name)).toBe(first);
});

test.each([
  ['Mme Roy', 'may be a family’s name'],
  ['Roy,', 'is a family’s name'],
  ['王小明', 'is a whole name'],
  ['김민준', 'is a whole name'],
  ['zoe@example.com', 'is an e-mail address'],
  ['+1 416 555 0142', 'is a phone number'],
  ['<script>alert(1)</script>', 'is no name'],
  ['A'.repeat(31), 'is too long for one'],
  ['', 'is nothing'],
])('%s is not shown: it %s', (name) => {
  expect(firstNameOf(name)).toBeUndefined();
});

const START = Date.parse('2026-06-10T09:00:00-04:00');

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
const toTheDoor: OrderStatus[] = [
  'CREATED',
  'CARRIER_PICKED_UP',
  'SHIPMENT_PROCESSING',
  'OUT_FOR_DELIVERY',
];

test.each<[OrderStatus[], string]>([
  [['CREATED'], 'ordered: current, pickedUp, atDepot, outForDelivery, delivered: ahead'],
  [
    ['CREATED', 'CARRIER_PICKED_UP', 'OUT_FOR_DELIVERY', 'DELIVERED'],
    'ordered, pickedUp, outForDelivery, delivered: done',
  ],
  [
    [...toTheDoor, 'DELIVERY_FAILED'],
    'ordered, pickedUp, atDepot: done, notDelivered: trouble, delivered: ahead',
  ],
  ...(
    [
      ['CANCELLED', 'cancelled'],
      ['FAILED', 'failed'],
      ['RETURN_TO_SENDER', 'returned'],
      ['LOST', 'lost'],
    ] as const
  ).map(([status, step]): [OrderStatus[], string] => [
    ['CREATED', 'CARRIER_PICKED_UP', status],
    `ordered, pickedUp: done, ${step}: trouble`,
  ]),
])('an order that was %s shows the steps %s', (statuses, steps) => {
  const { steps: shown } = contentOf(orderWith(statuses));
  const words = shown.map(({ step, state }, at) =>
    shown[at + 1]?.state === state ? step : `${step}: ${state}`,
  );
  expect(words.join(', ')).toBe(steps);
});

test('a step shows when the order last entered it', () => {
  const failedOnce = orderWith([
    ...toTheDoor,
    'DELIVERY_FAILED',
    'RECEIVED_AT_DESTINATION',
    'OUT_FOR_DELIVERY',
  ]);
  const hours = contentOf(failedOnce).steps.map(({ at }) => at && (at - START) / (60 * MINUTE));
  expect(hours).toEqual([0, 1, 5, 6, undefined]);
});

test('an archived order shows its last status', () => {
  const { status, since, isFinal } = contentOf(orderWith([...toTheDoor, 'LOST', 'ARCHIVED']));
  expect({ status, since, isFinal }).toEqual({
    status: 'lost',
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

test('a changed window shows the original one, and only a public reason', () => {
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

test('a failure shows its reason only if the carrier gave one for it', () => {
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

test('a business is shown by its full name, a person by the first name', () => {
  const called = (name: string, isBusinessAddress: boolean) => {
    const order = orderWith(['OUT_FOR_DELIVERY'], { recipient: { name } });
    const dtoRecipientAddress = { ...order.dtoRecipientAddress, isBusinessAddress };
    return contentOf({ ...order, dtoRecipientAddress }).recipientName;
  };
  expect(called('Greenwood & Sons LLP', true)).toBe('Greenwood & Sons LLP');
  expect(called('Zoé Tremblay', false)).toBe('Zoé');
  expect(called('zoe@mail.example', true)).toBeUndefined();
});

test('internal statuses are hidden, and so are repeated scans', () => {
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

test('an order marked not ready is not shown as packed', () => {
  const { events, status } = contentOf(
    orderWith(['CREATED', 'GEOCODED', 'PICKUP_READY', 'GEOCODED']),
  );
  expect(status).toBe('ordered');
  expect(events.map(({ name }) => name)).toEqual(['CREATED']);
});

test('each of several packages shows its own events', () => {
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
