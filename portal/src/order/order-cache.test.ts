import { expect, test } from 'vitest';
import { exampleOrder } from '@portage/contract/testing/example-order';
import { replaceOrders, withoutOrders } from './order-calls.ts';

const created = exampleOrder({ id: 'a', orderStatus: 'CREATED', version: 1 });
const delivered = exampleOrder({ id: 'b', orderStatus: 'DELIVERED', version: 7 });
const older = exampleOrder({ id: 'c' });
const geocoded = exampleOrder({ id: 'a', orderStatus: 'GEOCODED', version: 2 });

test('a newer state of a loaded order takes its place', () => {
  const [page] = replaceOrders([{ orders: [created, delivered] }], [geocoded]);
  expect(page?.orders).toEqual([geocoded, delivered]);
});

test('a state older than the loaded one does not take its place', () => {
  const stale = exampleOrder({ id: 'b', orderStatus: 'OUT_FOR_DELIVERY', version: 6 });
  const [page] = replaceOrders([{ orders: [delivered] }], [stale]);
  expect(page?.orders).toEqual([delivered]);
});

test('an order that is not loaded is ignored', () => {
  const [page] = replaceOrders([{ orders: [created] }], [exampleOrder({ id: 'new' })]);
  expect(page?.orders).toEqual([created]);
});

test('pages and orders that did not change stay the same objects', () => {
  const pages = [{ orders: [created, delivered] }, { orders: [older] }];
  const [first, second] = replaceOrders(pages, [geocoded, exampleOrder({ id: 'c' })]);
  expect(first?.orders[1]).toBe(delivered);
  expect(second).toBe(pages[1]);
});

test('the cursor of a page survives the change of one of its orders', () => {
  const next = { startAt: 'a', createdAt: created.createdAt };
  const [page] = replaceOrders([{ orders: [created], next }], [geocoded]);
  expect(page?.next).toEqual(next);
});

test('removed orders leave their page, and the other pages stay the same objects', () => {
  const pages = [{ orders: [created, delivered] }, { orders: [older] }];
  const [first, second] = withoutOrders(pages, new Set(['a', 'unknown']));
  expect(first?.orders).toEqual([delivered]);
  expect(second).toBe(pages[1]);
});
