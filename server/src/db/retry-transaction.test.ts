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

test.each(['40P01', '40001'])('a transaction that ends with %s is tried again', async (code) => {
  const { tried, run } = transaction(2, code);
  expect(await retryConflicts(run)).toBe('done');
  expect(tried.times).toBe(3);
});

test('it is given up after five times', async () => {
  const { tried, run } = transaction(9, '40P01');
  await expect(retryConflicts(run)).rejects.toMatchObject({ code: '40P01' });
  expect(tried.times).toBe(5);
});

test('any other error is thrown at once', async () => {
  const { tried, run } = transaction(1, '23505');
  await expect(retryConflicts(run)).rejects.toMatchObject({ code: '23505' });
  expect(tried.times).toBe(1);
});
