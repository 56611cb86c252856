import { describe, expect, test } from 'vitest';
import { failure, play, turnOf } from '../testing/play-run.ts';
import type { Outcome } from './bulk-run.ts';
import { runOrders } from './run-orders.ts';

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
