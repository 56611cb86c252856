import { setImmediate, setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { gather } from './gather.ts';

function stage(gathering?: Parameters<typeof gather>[1]) {
  const begun: string[][] = [];
  const ends: (() => void)[] = [];
  const ask = gather(async (items: readonly string[]) => {
    begun.push([...items]);
    await new Promise<void>((resolve) => ends.push(resolve));
    return items.map((item) =>
      item === 'bad'
        ? { status: 'rejected' as const, reason: new Error('It is bad') }
        : { status: 'fulfilled' as const, value: item.toUpperCase() },
    );
  }, gathering);
  const endFirst = async () => {
    ends.shift()?.();
    await setImmediate();
  };
  return { ask, begun, endFirst };
}

test('calls of one turn run together, later ones in the next batch', async () => {
  const { ask, begun, endFirst } = stage();
  const first = [ask('key', 'a'), ask('key', 'b')];
  await setImmediate();
  const later = [ask('key', 'c'), ask('key', 'd')];
  await setImmediate();
  expect(begun).toEqual([['a', 'b']]);
  await endFirst();
  expect(await Promise.all(first)).toEqual(['A', 'B']);
  expect(begun).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  await endFirst();
  expect(await Promise.all(later)).toEqual(['C', 'D']);
});

test('keys do not wait for each other', async () => {
  const { ask, begun } = stage();
  void ask('one', 'a');
  await setImmediate();
  void ask('other', 'b');
  await setImmediate();
  expect(begun).toEqual([['a'], ['b']]);
});

test('a batch does not exceed its limit', async () => {
  const { ask, begun, endFirst } = stage({ most: 2 });
  for (const item of ['a', 'b', 'c']) void ask('key', item);
  await setImmediate();
  await endFirst();
  expect(begun).toEqual([['a', 'b'], ['c']]);
});

test('a second call soon after a batch waits a moment for others', async () => {
  const { ask, begun, endFirst } = stage({ pause: 1000 });
  void ask('key', 'a');
  void ask('key', 'b');
  await setImmediate();
  await endFirst();
  void ask('key', 'c');
  await setTimeout(20);
  void ask('key', 'd');
  await expect
    .poll(() => begun)
    .toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
});

test('a refused call does not affect the others', async () => {
  const { ask, endFirst } = stage();
  const asked = Promise.allSettled([ask('key', 'a'), ask('key', 'bad')]);
  await setImmediate();
  await endFirst();
  expect(await asked).toEqual([
    { status: 'fulfilled', value: 'A' },
    { status: 'rejected', reason: new Error('It is bad') },
  ]);
});

test('all callers of a failed batch are told, and later ones succeed', async () => {
  let fails = true;
  const ask = gather(async (items: readonly string[]) => {
    if (fails) throw new Error('No connection');
    return items.map((value) => ({ status: 'fulfilled' as const, value }));
  });
  const asked = await Promise.allSettled([ask('key', 'a'), ask('key', 'b')]);
  expect(asked).toEqual([
    { status: 'rejected', reason: new Error('No connection') },
    { status: 'rejected', reason: new Error('No connection') },
  ]);
  fails = false;
  expect(await ask('key', 'c')).toBe('c');
});
