import { expect, test } from 'vitest';
import { type NewChanges, addChanges, noChanges } from './live-orders.ts';

const news = (about: Partial<NewChanges>): NewChanges => {
  return { read: [], left: [], deleted: [], unlisted: [], isIncomplete: false, ...about };
};

test('a new order is counted once, however often it changes', () => {
  const first = addChanges(noChanges('list'), news({ read: ['a'], unlisted: ['a'] }));
  const second = addChanges(first, news({ read: ['a', 'b'], unlisted: ['a', 'b'] }));
  expect(second.unlisted).toEqual(['a', 'b']);
});

test('a new order that no longer matches, or is deleted, is not counted', () => {
  const before = addChanges(noChanges('list'), news({ read: ['a', 'b'], unlisted: ['a', 'b'] }));
  expect(addChanges(before, news({ read: ['a'] })).unlisted).toEqual(['b']);
  expect(addChanges(before, news({ deleted: ['b'] })).unlisted).toEqual(['a']);
});

test('an order that left and matches again stays', () => {
  const before = addChanges(noChanges('list'), news({ read: ['a', 'b'], left: ['a', 'b'] }));
  expect(before.leaving).toEqual([
    { id: 'a', isDeleted: false },
    { id: 'b', isDeleted: false },
  ]);
  expect(addChanges(before, news({ read: ['a'] })).leaving).toEqual([
    { id: 'b', isDeleted: false },
  ]);
});

test('an order that left and is deleted then leaves as a deleted one', () => {
  const before = addChanges(noChanges('list'), news({ read: ['a'], left: ['a'] }));
  const after = addChanges(before, news({ deleted: ['a'] }));
  expect(after.leaving).toEqual([{ id: 'a', isDeleted: true }]);
});
