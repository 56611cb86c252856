import { expect, test } from 'vitest';
import { safeReturnPath } from './guards.ts';

const ORIGIN = 'https://portal.example';

test('after sign-in a user returns to the page they came from, with its query', () => {
  expect(safeReturnPath('/orders?orderStatus=GEOCODED#top', ORIGIN)).toBe(
    '/orders?orderStatus=GEOCODED#top',
  );
});

test.each([
  'https://elsewhere.example/orders',
  '//elsewhere.example/orders',
  '/\\elsewhere.example/orders',
  '/\t/elsewhere.example',
  '/.//elsewhere.example',
  '\\\\elsewhere.example',
  'javascript:alert(1)',
  ' //elsewhere.example',
  'orders',
  '',
])('a return path that leads to another site is refused: %j', (from) => {
  expect(safeReturnPath(from, ORIGIN)).toBeUndefined();
});

test('signing in never returns to the sign-in page', () => {
  expect(safeReturnPath('/', ORIGIN)).toBeUndefined();
  expect(safeReturnPath('/?from=/orders', ORIGIN)).toBeUndefined();
  expect(safeReturnPath(undefined, ORIGIN)).toBeUndefined();
});
