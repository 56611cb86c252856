import { expect, test } from 'vitest';
import { readOrderPageSearch } from './detail-tab.ts';

test('the address of an order’s page names its tab; an unknown tab is dropped', () => {
  expect(readOrderPageSearch({ tab: 'history' })).toEqual({ tab: 'history' });
  expect(readOrderPageSearch({ tab: 'prices', other: 1 })).toEqual({});
});
