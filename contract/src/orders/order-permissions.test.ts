import { expect, test } from 'vitest';
import { orderCan } from './order-permissions.ts';
import { mayBecome, OrderStatus } from './order-status.ts';

const statuses = OrderStatus.options;

/** The statuses in which something may be done to an order that is scanned or not. */
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

test('an order can be marked ready, or not ready, exactly where the table of statuses leads there', () => {
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

test('what the carrier has scanned can be neither edited, nor deleted, nor marked not ready', () => {
  expect(allowedIn('edit', true)).toEqual([]);
  expect(allowedIn('delete', true)).toEqual([]);
  expect(allowedIn('markNotReady', true)).toEqual([]);
});

test('tags can be changed until an order is archived', () => {
  expect(allowedIn('tag')).toEqual(statuses.filter((status) => status !== 'ARCHIVED'));
});
