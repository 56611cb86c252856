import { expect, test } from 'vitest';
import { paceOf } from './ImportList.tsx';

const IMPORT = {
  id: '0199a0b0-0000-7000-8000-000000000000',
  state: 'RUNNING',
  total: 1000,
  created: 90,
  failed: 10,
  packages: 0,
  strayPackages: 0,
  createdAt: 0,
  startedAt: 1000,
  createdBy: 'ana',
} as const;

test('the remaining rows are expected to take as long as those before', () => {
  expect(paceOf(IMPORT, 3000)).toEqual({ rowsPerSecond: 50, secondsLeft: 18 });
});

test('no time is estimated before the first row', () => {
  expect(paceOf({ ...IMPORT, created: 0, failed: 0 }, 3000)).toBeUndefined();
});
