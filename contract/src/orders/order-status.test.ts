import { expect, test } from 'vitest';
import { CarrierStatus, mayBecome, OrderStatus, orderStatuses } from './order-status.ts';

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

test('the carrier reports the statuses that the table lets it cause, and no other', () => {
  const caused = statuses.filter((to) => statuses.some((from) => mayBecome(from, to, 'carrier')));
  expect([...CarrierStatus.options].sort()).toEqual([...caused].sort());
});
