import { expect, test } from 'vitest';
import { importColumns } from '@portage/contract/imports/import-columns';
import { cellsInSequence } from './stored-cells.ts';

test('a row stored before a column was added has an empty cell there', () => {
  const columns = importColumns.orderDetails.length;
  const stored = JSON.stringify(Array.from({ length: columns - 1 }, (_, index) => `${index}`));
  const cells = cellsInSequence('orderDetails', stored);
  expect(cells).toHaveLength(columns);
  expect(cells.slice(-2)).toEqual([`${columns - 2}`, null]);
});
