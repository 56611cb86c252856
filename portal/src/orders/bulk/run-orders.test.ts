import fc from 'fast-check';
import type { OrderOutcome } from '@portage/contract/order-readiness';
import { summaryOf } from '@portage/contract/order-selection';
import { describe, expect, test } from 'vitest';
import { ApiError, type ClientProblem } from '../../lib/api-error.ts';
import { exampleOrder } from '../testing/example-order.ts';
import type { Outcome, Turn } from './bulk-run.ts';
import { runOrders } from './run-orders.ts';

const failure = (status: number, code: ClientProblem['code'] = 'internal_error') =>
  new ApiError({ type: 'about:blank', title: 'No', status, detail: `Status ${status}`, code });

const turnOf = (id: string, isUncertain = false): Turn => ({
  order: summaryOf(exampleOrder({ id })),
  isUncertain,
});

/** What an order that is deleted is said to be, unless a test says otherwise. */
const DELETED = { result: 'success' } as const;

interface Scene {
  readonly turns: readonly Turn[];
  /**
   * What becomes of an order at one call after the other; undefined when it is deleted. A call fails
   * when it does for the first of its orders.
   */
  readonly answers: (id: string) => readonly (Error | Omit<OrderOutcome, 'id'> | undefined)[];
  readonly batchSize?: number;
  readonly concurrency?: number;
  /** After how many calls the run is stopped. */
  readonly stopAfter?: number;
  /** After how many calls who began it signs out. */
  readonly signedOutAfter?: number;
}

/** Runs a deletion in a world that answers as it is told, and notes what happened. */
async function play(scene: Scene) {
  const {
    turns,
    answers,
    batchSize = 1,
    concurrency = 1,
    stopAfter = Infinity,
    signedOutAfter = Infinity,
  } = scene;
  const outcomes = new Map<string, Outcome[]>();
  const pauses: number[] = [];
  const calls: (readonly string[])[] = [];
  const left = new Map(turns.map(({ order }) => [order.id, [...answers(order.id)]]));
  const stop = new AbortController();
  let underWay = 0;
  let mostUnderWay = 0;
  let callsAfterStop = 0;
  await runOrders(
    turns,
    {
      batchSize,
      concurrency,
      wasDone: ({ code }) => code === 'order_not_found',
      run: async (orders) => {
        const ids = orders.map(({ id }) => id);
        if (stop.signal.aborted) callsAfterStop += 1;
        calls.push(ids);
        underWay += 1;
        mostUnderWay = Math.max(mostUnderWay, underWay);
        await Promise.resolve();
        if (calls.length >= stopAfter) stop.abort();
        underWay -= 1;
        const next = ids.map((id) => left.get(id)?.shift());
        if (next[0] instanceof Error) throw next[0];
        return ids.map((id, index) => {
          const answer = next[index];
          return { id, ...(answer instanceof Error ? DELETED : (answer ?? DELETED)) };
        });
      },
    },
    {
      stop: stop.signal,
      isSignedIn: () => calls.length < signedOutAfter,
      onOutcome: (id, outcome) => outcomes.set(id, [...(outcomes.get(id) ?? []), outcome]),
      pause: (milliseconds) => {
        pauses.push(milliseconds);
        return Promise.resolve();
      },
    },
  );
  const outcomeOf = (id: string) => outcomes.get(id)?.[0];
  return { outcomes, outcomeOf, calls, pauses, mostUnderWay, callsAfterStop };
}

const anyAnswer = fc.constantFrom(
  undefined,
  failure(0, 'unreachable'),
  failure(404, 'order_not_found'),
  failure(409, 'order_scanned'),
  failure(429, 'too_many_attempts'),
  failure(500),
  failure(401, 'not_signed_in'),
  new Error('Something else'),
  { result: 'unprocessed', status: 'DELIVERED', message: 'Picked up' } as const,
  { result: 'error', code: 'order_not_found', message: 'There is no such order' } as const,
);

const anyMoment = fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 40 }));

const anyScene = fc
  .record({
    answers: fc.array(fc.array(anyAnswer, { minLength: 5, maxLength: 5 }), { maxLength: 30 }),
    batchSize: fc.integer({ min: 1, max: 7 }),
    concurrency: fc.integer({ min: 1, max: 6 }),
    stopAfter: anyMoment,
    signedOutAfter: anyMoment,
  })
  .map(({ answers, ...rest }) => ({
    ...rest,
    turns: answers.map((_, index) => turnOf(String(index))),
    answers: (id: string) => answers[Number(id)] ?? [],
  }));

describe('whatever the server answers and whenever it is stopped', () => {
  test('every order has exactly one outcome', () =>
    fc.assert(
      fc.asyncProperty(anyScene, async (scene) => {
        const { outcomes } = await play(scene);
        expect([...outcomes.keys()].sort()).toEqual(
          scene.turns.map(({ order }) => order.id).sort(),
        );
        for (const each of outcomes.values()) expect(each).toHaveLength(1);
      }),
    ));

  test('no more calls are under way than allowed, and none is made after the stop or by the next person', () =>
    fc.assert(
      fc.asyncProperty(anyScene, async (scene) => {
        const { calls, mostUnderWay, callsAfterStop } = await play(scene);
        expect(mostUnderWay).toBeLessThanOrEqual(scene.concurrency);
        expect(callsAfterStop).toBe(0);
        expect(calls.length).toBeLessThanOrEqual(scene.signedOutAfter);
      }),
    ));

  test('no call is for more orders than a batch has, and each is for a batch of its own', () =>
    fc.assert(
      fc.asyncProperty(anyScene, async (scene) => {
        const { calls } = await play(scene);
        for (const ids of calls) expect(ids.length).toBeLessThanOrEqual(scene.batchSize);
        const batchOf = new Map(calls.flatMap((ids) => ids.map((id) => [id, ids.join()])));
        for (const ids of calls) {
          expect(new Set(ids.map((id) => batchOf.get(id)))).toEqual(new Set([ids.join()]));
        }
      }),
    ));

  test('an order whose turn was cancelled has not been called', () =>
    fc.assert(
      fc.asyncProperty(anyScene, async (scene) => {
        const { calls, outcomes } = await play(scene);
        const cancelled = [...outcomes].filter(
          ([, [outcome]]) => outcome?.result === 'unprocessed' && outcome.because === 'cancelled',
        );
        expect(cancelled.filter(([id]) => calls.flat().includes(id))).toEqual([]);
      }),
    ));

  test('an order that was not called is not processed', () =>
    fc.assert(
      fc.asyncProperty(anyScene, async (scene) => {
        const { calls, outcomes } = await play(scene);
        const uncalled = [...outcomes].filter(([id]) => !calls.flat().includes(id));
        expect(uncalled.filter(([, [outcome]]) => outcome?.result !== 'unprocessed')).toEqual([]);
      }),
    ));
});

test('a lost connection is tried again after ever longer pauses', async () => {
  const lost = failure(0, 'unreachable');
  const { pauses, outcomeOf } = await play({
    turns: [turnOf('a')],
    answers: () => [lost, lost, lost],
  });
  expect(pauses).toEqual([500, 1_000, 2_000]);
  expect(outcomeOf('a')).toMatchObject({ result: 'success' });
});

test('once nothing was reached however often, the other orders are tried once, until one is', async () => {
  const lost = Array.from({ length: 9 }, () => failure(0, 'unreachable'));
  const { calls } = await play({
    turns: ['a', 'b', 'c', 'd'].map((id) => turnOf(id)),
    answers: (id) => (id === 'c' ? [] : lost),
  });
  expect(calls.join('')).toBe('aaaabcdddd');
});

test('a refusal is final and says why', async () => {
  const { calls, outcomeOf } = await play({
    turns: [turnOf('a')],
    answers: () => [failure(409, 'order_scanned')],
  });
  expect(calls).toEqual([['a']]);
  expect(outcomeOf('a')).toMatchObject({ result: 'error', message: 'Status 409' });
});

describe('an order that is not there any more', () => {
  const gone = failure(404, 'order_not_found');

  test('was deleted by the call whose answer was lost', async () => {
    const { outcomeOf } = await play({
      turns: [turnOf('a'), turnOf('b', true)],
      answers: (id) => (id === 'a' ? [failure(0, 'timed_out'), gone] : [gone]),
    });
    expect(outcomeOf('a')).toMatchObject({ result: 'success' });
    expect(outcomeOf('b')).toMatchObject({ result: 'success' });
  });

  test('is an error when no earlier call can have deleted it', async () => {
    const { outcomeOf } = await play({
      turns: [turnOf('a')],
      answers: () => [failure(429, 'too_many_attempts'), gone],
    });
    expect(outcomeOf('a')).toMatchObject({ result: 'error', isUncertain: false });
  });

  test('was deleted by the batch whose answer was lost, and the others are told apart', async () => {
    const lost = failure(0, 'timed_out');
    const notFound = {
      result: 'error',
      code: 'order_not_found',
      message: 'No such order',
    } as const;
    const pickedUp = { result: 'unprocessed', status: 'DELIVERED', message: 'Too late' } as const;
    const { calls, outcomeOf } = await play({
      turns: ['a', 'b', 'c'].map((id) => turnOf(id)),
      answers: (id) => [lost, { a: notFound, b: pickedUp }[id]],
      batchSize: 3,
    });
    expect(calls).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ]);
    expect(outcomeOf('a')).toMatchObject({ result: 'success' });
    expect(outcomeOf('b')).toEqual({
      result: 'unprocessed',
      because: 'refused',
      message: 'Too late',
      status: 'DELIVERED',
    });
    expect(outcomeOf('c')).toMatchObject({ result: 'success' });
  });
});

test('an answer that leaves an order out is none', async () => {
  const outcomes: Outcome[] = [];
  await runOrders(
    [turnOf('a')],
    { batchSize: 1, concurrency: 1, wasDone: () => false, run: () => Promise.resolve([]) },
    {
      stop: new AbortController().signal,
      isSignedIn: () => true,
      onOutcome: (_, outcome) => outcomes.push(outcome),
      pause: () => Promise.resolve(),
    },
  );
  expect(outcomes).toMatchObject([{ result: 'error', isUncertain: true }]);
});

test('a session that has ended leaves the other orders as they are', async () => {
  const { calls, outcomeOf } = await play({
    turns: ['a', 'b', 'c'].map((id) => turnOf(id)),
    answers: (id) => (id === 'b' ? [failure(401, 'not_signed_in')] : []),
  });
  expect(calls).toEqual([['a'], ['b']]);
  expect(outcomeOf('a')).toMatchObject({ result: 'success' });
  expect(outcomeOf('c')).toEqual({ result: 'unprocessed', because: 'signedOut' });
});
