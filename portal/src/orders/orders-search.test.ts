import { expect, test } from 'vitest';
import { listedOrders, readOrdersSearch } from './orders-search.ts';

test('the address keeps the open order and the search', () => {
  const address = { expanded: '019c', search: 'zoé m5b' };
  expect(readOrdersSearch(address)).toEqual(address);
});

test('a search for digits is a text, whatever the address makes of it', () => {
  expect(readOrdersSearch({ search: 416 })).toEqual({ search: '416' });
});

test('what cannot be read is left out', () => {
  expect(readOrdersSearch({ expanded: 7, search: ['x'], other: 'y' })).toEqual({});
  expect(readOrdersSearch({ search: '' })).toEqual({});
  expect(readOrdersSearch({ search: 'x'.repeat(300) }).search).toHaveLength(200);
});

test('without a search every order is listed', () => {
  expect(listedOrders({ expanded: '019c' })).toEqual({});
  expect(listedOrders({ search: 'zoé' })).toEqual({ freeSearch: 'zoé' });
});
