import { describe, expect, test } from 'vitest';
import type { OrderChange } from '@portage/contract/orders/order-changes';
import type { OrderPage } from '@portage/contract/orders/orders';
import { exampleOrder } from '@portage/contract/testing/example-order';
import { idsDeleted, idsToRead, isWithin } from './live-orders.ts';

const order = (id: string, createdAt: number) => exampleOrder({ id, createdAt, version: 5 });

/** Two pages of a list with more below the order `b`. */
const pages: OrderPage[] = [
  { orders: [order('d', 40), order('c', 30)], next: { startAt: 'c', createdAt: 30 } },
  { orders: [order('b', 20)], next: { startAt: 'b', createdAt: 20 } },
];
const complete: OrderPage[] = [{ orders: [order('d', 40)] }];

const change = (id: string, about: Partial<OrderChange> = {}): OrderChange => {
  return { id, createdAt: 20, version: 6, isDeleted: false, ...about };
};

describe('an order is within the loaded ones', () => {
  test.each([
    ['above the first', 'e', 50, true],
    ['between two', 'x', 25, true],
    ['in the place of the last', 'b', 20, true],
    ['created with the last, and listed before it', 'z', 20, true],
    ['created with the last, and listed after it', 'a', 20, false],
    ['below the last', 'a', 10, false],
  ])('%s', (_place, id, createdAt, expected) => {
    expect(isWithin(pages, order(id, createdAt), 'placed')).toBe(expected);
  });

  test('anywhere when all are loaded, or when there are none', () => {
    expect(isWithin(complete, order('a', 1), 'placed')).toBe(true);
    expect(isWithin([], order('a', 1), 'placed')).toBe(true);
  });
});

test.each([
  [
    'shipBy',
    '50',
    { orderStatus: 'GEOCODED', shipBy: 40 },
    { orderStatus: 'GEOCODED', shipBy: 60 },
  ],
  [
    'shipBy',
    undefined,
    { orderStatus: 'GEOCODED', shipBy: 90 },
    { orderStatus: 'DELIVERED', createdAt: 1 },
  ],
  ['recipient', 'Eli Roy', { recipient: { name: 'Éa Roy' } }, { recipient: { name: 'fay' } }],
  ['status', 'GEOCODED', { orderStatus: 'CREATED' }, { orderStatus: 'DELIVERED' }],
] as const)('by %s an order is within those up to %s', (sort, sortKey, above, below) => {
  const next = { startAt: 'm', createdAt: 20, ...(sortKey !== undefined && { sortKey }) };
  const page = [{ orders: [order('m', 20)], next }];
  expect(isWithin(page, { ...order('x', 20), ...above }, sort)).toBe(true);
  expect(isWithin(page, { ...order('x', 20), ...below }, sort)).toBe(false);
});

describe('after changes', () => {
  test('loaded orders older than the change are read, each once', () => {
    expect(idsToRead(pages, [change('b'), change('b', { version: 7 })])).toEqual(['b']);
    expect(idsToRead(pages, [change('c', { version: 5 })])).toEqual([]);
  });

  test('others are read if they would be within the loaded ones', () => {
    expect(idsToRead(pages, [change('new', { createdAt: 50, version: 1 })])).toEqual(['new']);
    expect(idsToRead(pages, [change('old', { createdAt: 10 })])).toEqual([]);
  });

  test('with another sort all others are read, since a change does not tell its place', () => {
    expect(idsToRead(pages, [change('old', { createdAt: 10 })], 'city')).toEqual(['old']);
  });

  test('a deleted order is not read, and is known by its last version', () => {
    const deleted = change('b', { version: 5, isDeleted: true });
    expect(idsToRead(pages, [deleted])).toEqual([]);
    expect(idsDeleted(pages, [deleted])).toEqual(['b']);
  });

  test('an order that was restored since its deletion stays', () => {
    expect(idsDeleted(pages, [change('b', { version: 4, isDeleted: true })])).toEqual([]);
  });
});
