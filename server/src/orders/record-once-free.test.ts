import { expect, test } from 'vitest';
import { recordOnceFree } from './record-prints.ts';

/** As many as may wait behind the one that tries. */
const MOST_WAITING = 100;

test('one tries to record at a time, a hundred wait for it, and one more is given up', async () => {
  const end = Promise.withResolvers<void>();
  let trying = 0;
  let most = 0;
  const record = async () => {
    trying += 1;
    most = Math.max(most, trying);
    await end.promise;
    trying -= 1;
  };
  const tries = Array.from({ length: MOST_WAITING + 2 }, () => recordOnceFree(record));
  const last = tries.pop();
  await expect(last).rejects.toMatchObject({ code: 'busy' });
  end.resolve();
  await Promise.all(tries);
  expect(most).toBe(1);
});
