import { expect, test } from 'vitest';
import type { Executor } from '../db/database.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { countWaiting } from '../testing/test-database.ts';
import { deleteUserAccount } from '../users/accounts.ts';
import { issueRefreshToken, revokeAllRefreshTokens, rotateRefreshToken } from './refresh-tokens.ts';

const server = useTestServer();

async function makeUser() {
  const { username } = await makeMerchant(server);
  return server.deps.db
    .selectFrom('users')
    .select(['id', 'username', 'password_hash as passwordHash', 'merchant_id as merchantId'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
}

/** Waits until a transaction is blocked by a lock. */
async function someoneWaits(): Promise<void> {
  await expect.poll(() => countWaiting(server.deps.db)).toBe(1);
}

async function whileChanging<T>(
  change: (trx: Executor) => Promise<void>,
  work: () => Promise<T>,
): Promise<T> {
  const { result } = await server.deps.db.transaction().execute(async (trx) => {
    await change(trx);
    const result = work();
    await someoneWaits();
    return { result };
  });
  return result;
}

const whileChangingPassword = <T>(userId: string, work: () => Promise<T>): Promise<T> =>
  whileChanging(async (trx) => {
    await trx
      .updateTable('users')
      .set({ password_hash: 'another' })
      .where('id', '=', userId)
      .execute();
    await revokeAllRefreshTokens(trx, userId);
  }, work);

test('a password changed while it is checked opens no session', async () => {
  const user = await makeUser();
  const { db } = server.deps;
  const token = await whileChangingPassword(user.id, () => issueRefreshToken(db, user, TEST_NOW));
  expect(token).toBeUndefined();
  expect(await issueRefreshToken(db, user, TEST_NOW)).toBeUndefined();
});

test('a session renewed while the password is changed ends', async () => {
  const user = await makeUser();
  const { db } = server.deps;
  const token = (await issueRefreshToken(db, user, TEST_NOW))?.refreshToken ?? '';
  const rotate = () => rotateRefreshToken(db, token, TEST_NOW);
  expect(await rotate()).toHaveProperty('successor');
  expect(await whileChangingPassword(user.id, rotate)).toBeUndefined();
  const kept = db.selectFrom('refresh_tokens').select('user_id').where('user_id', '=', user.id);
  expect(await kept.execute()).toEqual([]);
});

test('a session renewed while its user is removed ends', async () => {
  const user = await makeUser();
  const { db } = server.deps;
  const token = (await issueRefreshToken(db, user, TEST_NOW))?.refreshToken ?? '';
  const renewed = await whileChanging(
    (trx) => deleteUserAccount(trx, user),
    () => rotateRefreshToken(db, token, TEST_NOW),
  );
  expect(renewed).toBeUndefined();
});
