import { expect, test } from 'vitest';
import { mayBecome, orderCan, OrderStatus, orderStatuses } from './order-status.ts';

const statuses = OrderStatus.options;

test('every status has a name in both languages', () => {
  for (const { name } of Object.values(orderStatuses)) {
    expect(name.en).not.toBe('');
    expect(name.fr).not.toBe('');
  }
});

test('every status can be reached from CREATED', () => {
  const reached = new Set<string>(['CREATED']);
  for (const from of reached) {
    for (const to of Object.keys(orderStatuses[from as OrderStatus].next)) reached.add(to);
  }
  expect([...reached].sort()).toEqual([...statuses].sort());
});

test('nothing follows ARCHIVED', () => {
  expect(statuses.filter((to) => mayBecome('ARCHIVED', to, 'system'))).toEqual([]);
});

test('only a located order becomes ready for pickup, and only by the merchant', () => {
  expect(statuses.filter((from) => mayBecome(from, 'PICKUP_READY', 'merchant'))).toEqual([
    'GEOCODED',
  ]);
  expect(statuses.filter((from) => mayBecome(from, 'PICKUP_READY', 'carrier'))).toEqual([]);
});

test('a merchant cannot change an order that the carrier has picked up', () => {
  expect(statuses.filter((to) => mayBecome('CARRIER_PICKED_UP', to, 'merchant'))).toEqual([]);
});

test('an archived order cannot be selected', () => {
  expect(statuses.filter((orderStatus) => !orderCan.select({ orderStatus }))).toEqual(['ARCHIVED']);
});

test('a label cannot be printed before the order is located and rated', () => {
  const refused = statuses.filter((orderStatus) => !orderCan.printLabel({ orderStatus }).allowed);
  expect(refused).toEqual([
    'CREATED',
    'GEOCODEDFAILED',
    'OUT_OF_FSA',
    'UNSUPPORTED_WEIGHT',
    'RATE_FAILED',
    'INVALIDTIME',
  ]);
});
