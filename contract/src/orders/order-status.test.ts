import { expect, test } from 'vitest';
import { CarrierStatus, mayBecome, OrderStatus, orderStatuses, orderCan } from './order-status.ts';

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

test('the carrier reports only the statuses that the table allows it', () => {
  const caused = statuses.filter((to) => statuses.some((from) => mayBecome(from, to, 'carrier')));
  expect([...CarrierStatus.options].sort()).toEqual([...caused].sort());
});

const allowedIn = (
  action: Exclude<keyof typeof orderCan, 'select' | 'chooseService'>,
  isScanned = false,
) => statuses.filter((orderStatus) => orderCan[action]({ orderStatus, isScanned }).allowed);

test('an archived order cannot be selected', () => {
  expect(statuses.filter((orderStatus) => !orderCan.select({ orderStatus }))).toEqual(['ARCHIVED']);
});

test('a label cannot be printed before the order is located and rated, nor once it is cancelled', () => {
  const refused = statuses.filter((orderStatus) => !orderCan.printLabel({ orderStatus }).allowed);
  expect(refused).toEqual([
    'CREATED',
    'GEOCODEDFAILED',
    'OUT_OF_FSA',
    'UNSUPPORTED_WEIGHT',
    'RATE_FAILED',
    'INVALIDTIME',
    'CANCELLED',
  ]);
});

test('an order can be marked ready or not ready exactly where the status table allows it', () => {
  expect(allowedIn('markReady')).toEqual(
    statuses.filter((from) => mayBecome(from, 'PICKUP_READY', 'merchant')),
  );
  expect(allowedIn('markNotReady')).toEqual(
    statuses.filter((from) => mayBecome(from, 'GEOCODED', 'merchant')),
  );
});

test('an order that was edited can start over', () => {
  const startOver = statuses.filter((from) => mayBecome(from, 'CREATED', 'merchant'));
  expect(allowedIn('edit')).toEqual(['CREATED', ...startOver]);
});

test('a scanned order cannot be edited, deleted or marked not ready', () => {
  expect(allowedIn('edit', true)).toEqual([]);
  expect(allowedIn('delete', true)).toEqual([]);
  expect(allowedIn('markNotReady', true)).toEqual([]);
});

test('tags can be changed until an order is archived', () => {
  expect(allowedIn('tag')).toEqual(statuses.filter((status) => status !== 'ARCHIVED'));
});
