import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OrderOutcome } from '@portage/contract/orders/order-readiness';
import { summaryOf } from '@portage/contract/orders/orders';
import { exampleOrder } from '@portage/contract/testing/example-order';
import { ApiError, type ClientProblem } from '../../lib/api-error.ts';
import type { Outcome, Turn } from './bulk-run.ts';
import { runOrders } from './run-orders.ts';

/** A call that fails with this status. */
const failure = (status: number, code: ClientProblem['code'] = 'internal_error'): ApiError =>
  new ApiError({ type: 'about:blank', title: 'No', status, detail: `Status ${status}`, code });

/** The turn of an order known by its id alone. */
const turnOf = (id: string, isUncertain = false): Turn => ({
  order: summaryOf(exampleOrder({ id })),
  isUncertain,
});

/** The default outcome of a deletion. */
const DELETED = { result: 'success' } as const;

/** The answers of the server. */
interface Scene {
  readonly turns: readonly Turn[];
  /**
   * Answers for an order, call by call; undefined when deleted. A call fails when its first order
   * does.
   */
  readonly answers: (id: string) => readonly (Error | Omit<OrderOutcome, 'id'> | undefined)[];
  readonly batchSize?: number;
  readonly concurrency?: number;
  /** Number of calls after which the run is stopped. */
  readonly stopAfter?: number;
  /** Number of calls after which its user signs out. */
  readonly signedOutAfter?: number;
}

/** The calls and outcomes of a run. */
interface Played {
  /** All outcomes of each order. */
  readonly outcomes: ReadonlyMap<string, readonly Outcome[]>;
  /** The first outcome of an order. */
  readonly outcomeOf: (id: string) => Outcome | undefined;
  /** The ids of the orders of each call. */
  readonly calls: readonly (readonly string[])[];
  /** The pauses between calls, in milliseconds. */
  readonly pauses: readonly number[];
  readonly mostUnderWay: number;
  readonly callsAfterStop: number;
}

/** Runs a deletion against scripted answers, and records the events. */
async function play(scene: Scene): Promise<Played> {
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

test('a lost connection is tried again after ever longer pauses', async () => {
  const lost = failure(0, 'unreachable');
  const { pauses, outcomeOf } = await play({
    turns: [turnOf('a')],
    answers: () => [lost, lost, lost],
  });
  expect(pauses).toEqual([500, 1_000, 2_000]);
  expect(outcomeOf('a')).toMatchObject({ result: 'success' });
});

test('when an order stays unreachable, the others are tried once each until one succeeds', async () => {
  const lost = Array.from({ length: 9 }, () => failure(0, 'unreachable'));
  const { calls } = await play({
    turns: ['a', 'b', 'c', 'd'].map((id) => turnOf(id)),
    answers: (id) => (id === 'c' ? [] : lost),
  });
  expect(calls.join('')).toBe('aaaabcdddd');
});

test('an error is final and says why', async () => {
  const { calls, outcomeOf } = await play({
    turns: [turnOf('a')],
    answers: () => [failure(409, 'order_scanned')],
  });
  expect(calls).toEqual([['a']]);
  expect(outcomeOf('a')).toMatchObject({ result: 'error', message: 'Status 409' });
});

describe('a deleted order', () => {
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

test('an answer that leaves an order out counts as no answer', async () => {
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

test('an ended session leaves the other orders unchanged', async () => {
  const { calls, outcomeOf } = await play({
    turns: ['a', 'b', 'c'].map((id) => turnOf(id)),
    answers: (id) => (id === 'b' ? [failure(401, 'not_signed_in')] : []),
  });
  expect(calls).toEqual([['a'], ['b']]);
  expect(outcomeOf('a')).toMatchObject({ result: 'success' });
  expect(outcomeOf('c')).toEqual({ result: 'unprocessed', because: 'signedOut' });
});

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

const anyTimestamp = fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 40 }));

const anyScene = fc
  .record({
    answers: fc.array(fc.array(anyAnswer, { minLength: 5, maxLength: 5 }), { maxLength: 30 }),
    batchSize: fc.integer({ min: 1, max: 7 }),
    concurrency: fc.integer({ min: 1, max: 6 }),
    stopAfter: anyTimestamp,
    signedOutAfter: anyTimestamp,
  })
  .map(({ answers, ...rest }) => ({
    ...rest,
    turns: answers.map((_, index) => turnOf(String(index))),
    answers: (id: string) => answers[Number(id)] ?? [],
  }));

test('for any answers and a stop at any time, every order is called in one batch or none, and has one outcome', () =>
  fc.assert(
    fc.asyncProperty(anyScene, async (scene) => {
      const { outcomes, calls, mostUnderWay, callsAfterStop } = await play(scene);
      expect([...outcomes.keys()].sort()).toEqual(scene.turns.map(({ order }) => order.id).sort());
      for (const each of outcomes.values()) expect(each).toHaveLength(1);

      expect(mostUnderWay).toBeLessThanOrEqual(scene.concurrency);
      expect(callsAfterStop).toBe(0);
      expect(calls.length).toBeLessThanOrEqual(scene.signedOutAfter);
      const batchOf = new Map(calls.flatMap((ids) => ids.map((id) => [id, ids.join()])));
      for (const ids of calls) {
        expect(ids.length).toBeLessThanOrEqual(scene.batchSize);
        expect(new Set(ids.map((id) => batchOf.get(id)))).toEqual(new Set([ids.join()]));
      }

      const called = new Set(calls.flat());
      const reasonsOf = (ids: readonly string[]) =>
        ids.flatMap((id) => {
          const [outcome] = outcomes.get(id) ?? [];
          return outcome?.result === 'unprocessed' ? [outcome.because] : [];
        });
      const uncalled = [...outcomes.keys()].filter((id) => !called.has(id));
      expect(reasonsOf(uncalled)).toHaveLength(uncalled.length);
      expect(reasonsOf([...called])).not.toContain('cancelled');
    }),
    { numRuns: 200 },
  ));
