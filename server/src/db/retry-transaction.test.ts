import { expect, test } from 'vitest';
import { retryConflicts } from './retry-transaction.ts';

const endedWith = (code: string) => Object.assign(new Error('ended'), { code });

function transaction(times: number, code: string) {
  const tried = { times: 0 };
  const run = async () => {
    tried.times += 1;
    if (tried.times <= times) throw endedWith(code);
    return 'done';
  };
  return { tried, run };
}

test.each([
  ['tried again', 2, '40P01', 'done', 3],
  ['tried again', 2, '40001', 'done', 3],
  ['given up after five times', 9, '40P01', '40P01', 5],
  ['not tried again for any other error', 1, '23505', '23505', 1],
])('a transaction is %s: ended %i times with %s', async (_what, times, code, end, tries) => {
  const { tried, run } = transaction(times, code);
  const outcome = await retryConflicts(run).catch((error: { code: string }) => error.code);
  expect([outcome, tried.times]).toEqual([end, tries]);
});
