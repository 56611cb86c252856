import { expect, test } from 'vitest';
import { attemptFor } from './attempt.ts';

const order = (notes: string) => ({ recipient: { name: 'Ada Nguyen' }, notes });

test('a retry of the same content uses the same key', () => {
  const first = attemptFor(order('Ring twice'), undefined);
  expect(attemptFor(order('Ring twice'), first).key).toBe(first.key);
});

test('changed content uses a new key', () => {
  const first = attemptFor(order('Ring twice'), undefined);
  expect(attemptFor(order('Ring once'), first).key).not.toBe(first.key);
});

test('two submissions of the same content use different keys', () => {
  const keys = [1, 2].map(() => attemptFor(order('Ring twice'), undefined).key);
  expect(new Set(keys).size).toBe(2);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
});
