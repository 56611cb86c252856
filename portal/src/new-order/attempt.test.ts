import type { NewOrder } from '@portage/contract/new-order';
import { expect, test } from 'vitest';
import { attemptFor } from './attempt.ts';
import { exampleDraft } from './testing/example-draft.ts';
import { readDraft } from './read-draft.ts';

function order(notes: string): NewOrder {
  const reading = readDraft(exampleDraft({ notes }), { phoneOptional: false });
  if (!reading.order) throw new Error('The example draft is complete');
  return reading.order;
}

test('a retry of the same content goes under the same key', () => {
  const first = attemptFor(order('Ring twice'), undefined);
  expect(attemptFor(order('Ring twice'), first).key).toBe(first.key);
});

test('changed content goes under a new key', () => {
  const first = attemptFor(order('Ring twice'), undefined);
  expect(attemptFor(order('Ring once'), first).key).not.toBe(first.key);
});

test('two orders of the same content go under different keys', () => {
  const keys = [1, 2].map(() => attemptFor(order('Ring twice'), undefined).key);
  expect(new Set(keys).size).toBe(2);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
});
