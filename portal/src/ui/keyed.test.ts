import { expect, test } from 'vitest';
import { keyed } from './keyed.ts';

test('every item has its own key, also when texts repeat', () => {
  const headers = ['Phone', 'City', 'Phone', ''];
  expect(keyed(headers, (header) => header)).toEqual([
    { item: 'Phone', index: 0, key: 'Phone' },
    { item: 'City', index: 1, key: 'City' },
    { item: 'Phone', index: 2, key: 'Phone (2)' },
    { item: '', index: 3, key: '' },
  ]);
});
