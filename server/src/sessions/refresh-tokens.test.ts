import { expect, test } from 'vitest';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { issueRefreshToken, revokeAllRefreshTokens, rotateRefreshToken } from './refresh-tokens.ts';

const server = useTestServer();

async function makeUser() {
  const { username } = await makeMerchant(server);
  return server.deps.db
    .selectFrom('users')
    .select(['id', 'password_hash as passwordHash'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
}

/** Gives a user another password, and does something else while that has not been committed. */
async function whileChangingPassword<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const { result } = await server.deps.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('users')
      .set({ password_hash: 'another' })
      .where('id', '=', userId)
      .execute();
    await revokeAllRefreshTokens(trx, userId);
    return { result: work() };
  });
  return result;
}

test('a password that is changed while it is checked opens no session', async () => {
  const user = await makeUser();
  const { db } = server.deps;
  const token = await whileChangingPassword(user.id, () => issueRefreshToken(db, user, TEST_NOW));
  expect(token).toBeUndefined();
  expect(await issueRefreshToken(db, user, TEST_NOW)).toBeUndefined();
});

test('a session that is renewed while the password is changed ends', async () => {
  const user = await makeUser();
  const { db } = server.deps;
  const token = (await issueRefreshToken(db, user, TEST_NOW)) ?? '';
  const rotate = () => rotateRefreshToken(db, token, TEST_NOW);
  expect(await rotate()).toHaveProperty('successor');
  expect(await whileChangingPassword(user.id, rotate)).toBeUndefined();
  const kept = db.selectFrom('refresh_tokens').select('user_id').where('user_id', '=', user.id);
  expect(await kept.execute()).toEqual([]);
});
