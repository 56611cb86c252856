import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failure, play, turnOf } from '../testing/play-run.ts';

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

describe('for any answers, and a stop at any time', () => {
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

  test('calls stay within the limit, and end with the stop or the session', () =>
    fc.assert(
      fc.asyncProperty(anyScene, async (scene) => {
        const { calls, mostUnderWay, callsAfterStop } = await play(scene);
        expect(mostUnderWay).toBeLessThanOrEqual(scene.concurrency);
        expect(callsAfterStop).toBe(0);
        expect(calls.length).toBeLessThanOrEqual(scene.signedOutAfter);
      }),
    ));

  test('no call exceeds a batch, and batches do not overlap', () =>
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

  test('a cancelled order was not called', () =>
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
