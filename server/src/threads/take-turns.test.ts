import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { turns } from './take-turns.ts';

function stage(limits: Parameters<typeof turns>[0]) {
  const takeTurn = turns(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const take = (name: string, signal?: AbortSignal, owner?: string) =>
    takeTurn(
      async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return name;
      },
      { signal, ...(owner !== undefined && { owner }) },
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await setImmediate();
  };
  return { takeTurn, take, begun, end };
}

describe('work waits for its turn', () => {
  test('and runs in the sequence of arrival', async () => {
    const { take, begun, end } = stage({ atOnce: 2, mostWaiting: 2 });
    const all = ['one', 'two', 'three', 'four'].map((name) => take(name));
    expect(begun).toEqual(['one', 'two']);
    await end('two');
    expect(begun).toEqual(['one', 'two', 'three']);
    await end('one');
    await end('three');
    await end('four');
    expect(await Promise.all(all)).toEqual(begun);
  });

  test('unless the queue is full, and may queue later', async () => {
    const { take, begun, end } = stage({ atOnce: 1, mostWaiting: 1 });
    const kept = [take('one'), take('two')];
    await expect(take('three')).rejects.toMatchObject({ code: 'busy', retryAfter: 5 });
    await end('one');
    const later = take('four');
    await end('two');
    await end('four');
    await Promise.all([...kept, later]);
    expect(begun).toEqual(['one', 'two', 'four']);
  });

  test('and is refused after waiting too long', async () => {
    const { take, begun, end } = stage({ atOnce: 1, mostWaiting: 2, patience: 20 });
    const first = take('one');
    await expect(take('two')).rejects.toMatchObject({ code: 'busy', retryAfter: 1 });
    await end('one');
    await first;
    const third = take('three');
    await end('three');
    await third;
    expect(begun).toEqual(['one', 'three']);
  });

  test('and runs after failed work', async () => {
    const { takeTurn, take, end } = stage({ atOnce: 1, mostWaiting: 1 });
    const failing = takeTurn(() => Promise.reject(new Error('no ink')));
    const next = take('next');
    await expect(failing).rejects.toThrow('no ink');
    await setImmediate();
    await end('next');
    expect(await next).toBe('next');
  });
});

describe('work of several owners', () => {
  const of = (owner: string, { take }: ReturnType<typeof stage>, names: readonly string[]) =>
    names.map((name) => take(name, undefined, owner));

  test('owners take turns, so that none waits for all of another’s work', async () => {
    const one = stage({ atOnce: 1, mostWaiting: 9 });
    const all = [...of('a', one, ['a1', 'a2', 'a3', 'a4']), ...of('b', one, ['b1', 'b2'])];
    all.push(...of('c', one, ['c1']));
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']) await one.end(name);
    expect(await Promise.all(all)).toHaveLength(7);
    expect(one.begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  test('leaves places to the others', async () => {
    const one = stage({ atOnce: 3, atOnceOfAnOwner: 2, mostWaiting: 9 });
    const all = [...of('a', one, ['a1', 'a2', 'a3', 'a4']), ...of('b', one, ['b1', 'b2'])];
    expect(one.begun).toEqual(['a1', 'a2', 'b1']);
    for (const name of ['b1', 'a1', 'b2', 'a2', 'a3', 'a4']) await one.end(name);
    await Promise.all(all);
    expect(one.begun).toEqual(['a1', 'a2', 'b1', 'b2', 'a3', 'a4']);
  });

  test('leaves room in the queue to the others', async () => {
    const one = stage({ atOnce: 1, mostWaiting: 3, mostWaitingOfAnOwner: 1 });
    const kept = of('a', one, ['a1', 'a2']);
    await expect(one.take('a3', undefined, 'a')).rejects.toMatchObject({ code: 'busy' });
    kept.push(...of('b', one, ['b1']));
    for (const name of ['a1', 'a2', 'b1']) await one.end(name);
    await Promise.all(kept);
  });
});

describe('work whose caller has left', () => {
  test('is not started, and makes room for other work', async () => {
    const { take, begun, end } = stage({ atOnce: 1, mostWaiting: 1 });
    const leaving = new AbortController();
    const first = take('first');
    const given = take('given up', leaving.signal);
    leaving.abort();
    await expect(given).rejects.toThrow('aborted');
    const last = take('last');
    await end('first');
    await end('last');
    await Promise.all([first, last]);
    expect(begun).toEqual(['first', 'last']);
  });

  test('is not started even when nothing else runs', async () => {
    const { take, begun } = stage({ atOnce: 1, mostWaiting: 1 });
    await expect(take('given up', AbortSignal.abort())).rejects.toThrow('aborted');
    expect(begun).toEqual([]);
  });

  test('is completed once it has started', async () => {
    const { take, begun, end } = stage({ atOnce: 1, mostWaiting: 1 });
    const leaving = new AbortController();
    const running = take('running', leaving.signal);
    const waiting = take('waiting');
    leaving.abort();
    await setImmediate();
    expect(begun).toEqual(['running']);
    await end('running');
    await end('waiting');
    expect(await Promise.all([running, waiting])).toEqual(begun);
  });
});

test('with any arrivals, completions and cancellations the limit holds and no task is lost', async () => {
  const anyStep = fc.record({
    what: fc.constantFrom('come', 'end', 'give up'),
    which: fc.nat({ max: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.array(anyStep), async (atOnce, steps) => {
      const { take, begun, end } = stage({ atOnce, mostWaiting: 4 });
      const ended = new Set<string>();
      const signals: AbortController[] = [];
      const settled: Promise<string>[] = [];
      const underWay = () => begun.filter((name) => !ended.has(name));
      const endOne = async (which: number) => {
        const name = underWay()[which % Math.max(1, underWay().length)];
        if (name === undefined) return;
        ended.add(name);
        await end(name);
      };
      for (const { what, which } of steps) {
        if (what === 'come') {
          const leaving = new AbortController();
          const name = String(signals.push(leaving));
          settled.push(take(name, leaving.signal).catch(() => 'not done'));
        } else if (what === 'end') await endOne(which);
        else signals[which]?.abort();
        expect(underWay().length).toBeLessThanOrEqual(atOnce);
      }
      while (underWay().length > 0) await endOne(0);
      const done = (await Promise.all(settled)).filter((name) => name !== 'not done');
      expect(done.toSorted()).toEqual(begun.toSorted());
    }),
  );
});
