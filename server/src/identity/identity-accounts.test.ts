import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import type { ServiceUserCredentials } from '@portage/contract/users/users';
import { useTestServer } from '../testing/build-test-server.ts';
import { identityProviders, LOCAL_POOL_CODE } from '../testing/cognito-local.ts';
import { mailsTo } from '../testing/mailed-codes.ts';
import { makeAccount, TEMPORARY_PASSWORD } from '../testing/make-account.ts';
import {
  codeOf,
  makeMerchant,
  TEST_PASSWORD,
  type TestMerchant,
} from '../testing/make-merchant.ts';
import { sessionCalls } from '../testing/session-calls.ts';
import { erasePeople } from '../users/people.ts';

describe.each(identityProviders())('with $provider', ({ isEmulated, options }) => {
  const server = useTestServer(options);
  const { post, signIn, refresh, sessionOf, challengeOf, get } = sessionCalls(server);

  async function mailTo(recipient: string): Promise<string> {
    const [mail] = await mailsTo(server, recipient);
    return mail?.text ?? '';
  }

  describe('a forgotten password', () => {
    async function requestCode(username: string): Promise<void> {
      await post('/users/reset_password', { username });
      const waiting = sql`
        select 1 from graphile_worker.jobs where task_identifier = 'request-password-reset'`;
      await expect.poll(() => waiting.execute(server.deps.db)).toHaveProperty('rows', []);
    }

    async function codeFor(username: string): Promise<string> {
      if (isEmulated) return LOCAL_POOL_CODE;
      return /\b\d{6}\b/.exec(await mailTo(username))?.[0] ?? '';
    }

    const confirm = (username: string, code: string) =>
      post('/users/confirm_new_password', { username, code, newPassword: 'My-New-Pass-2' });

    test('is replaced with the mailed code', async () => {
      const { username } = await makeMerchant(server);
      await requestCode(username);
      expect((await confirm(username, await codeFor(username))).statusCode).toBe(204);
      expect((await signIn(username, 'My-New-Pass-2')).json()).toHaveProperty('token');
      expect((await signIn(username, TEST_PASSWORD)).statusCode).toBe(401);
    });

    test('stays as it is for a wrong code', async () => {
      const { username } = await makeMerchant(server);
      await requestCode(username);
      const wrong = (await codeFor(username)) === '000000' ? '111111' : '000000';
      const answer = await confirm(username, wrong);
      expect(answer.json<Problem>()).toMatchObject({ code: 'reset_code_wrong', status: 400 });
      expect((await signIn(username, TEST_PASSWORD)).statusCode).toBe(200);
    });

    test('gets the same answer for known and unknown usernames', async () => {
      const { username } = await makeMerchant(server);
      const known = await post('/users/reset_password', { username });
      const unknown = await post('/users/reset_password', { username: 'nobody@test.example' });
      expect(known.statusCode).toBe(204);
      expect([unknown.statusCode, unknown.body]).toEqual([204, known.body]);
      await requestCode('no body');
      const answer = await confirm('no body', '000000');
      expect(codeOf(answer)).toMatch(/^reset_code_(wrong|expired)$/);
    });
  });

  describe('an account', () => {
    const prepare = ({ merchant }: TestMerchant, username: string) =>
      server.deps.identity.prepareAccount({
        merchantId: merchant.id,
        merchantName: merchant.name,
        ...{ username, name: 'Zoé Roy', kind: 'user', mustChangePassword: true },
        password: TEMPORARY_PASSWORD,
      });

    test('is refused with a taken username', async () => {
      const merchant = await makeMerchant(server);
      const createAgain = await prepare(merchant, merchant.username);
      await expect(createAgain(server.deps.db)).rejects.toMatchObject({ code: 'username_taken' });
    });

    test('can be created again after its first creation was not recorded', async () => {
      const merchant = await makeMerchant(server);
      const username = `again-${merchant.merchant.id}@test.example`;
      const create = await prepare(merchant, username);
      const lost = server.deps.db.transaction().execute(async (trx) => {
        await create(trx);
        throw new Error('The connection is lost');
      });
      await expect(lost).rejects.toThrow('The connection is lost');
      const payload = { name: 'Zoé Roy', email: username, username, phone: '416-555-0142' };
      const created = await merchant.call('POST', '/users/account', { payload });
      expect(created.statusCode).toBe(201);
      const password = /^Temporary password:\n(\S+)$/m.exec(await mailTo(username))?.[1] ?? '';
      expect(await challengeOf(username, password)).toHaveProperty('session');
    });

    test('of a service user makes calls for orders alone, until it is revoked', async () => {
      const merchant = await makeMerchant(server);
      const created = await merchant.call('POST', '/users/service');
      const { username, password } = created.json<ServiceUserCredentials>();
      const { token, refreshToken } = await sessionOf(username, password);
      expect((await get('/orders', token)).statusCode).toBe(200);
      expect(codeOf(await get('/users/service', token))).toBe('forbidden');

      const revoked = await merchant.call('DELETE', `/users/service/${username}`);
      expect(revoked.statusCode).toBe(204);
      const refused = await get('/orders', token);
      expect([refused.statusCode, codeOf(refused)]).toEqual([401, 'invalid_token']);
      const codes = [await signIn(username, password), await refresh(username, refreshToken)];
      expect(codes.map(codeOf)).toEqual(['sign_in_failed', 'refresh_refused']);
    });

    test('is not deleted with another merchant, whose list still names it', async () => {
      const { db } = server.deps;
      const [left, other] = [await makeMerchant(server), await makeMerchant(server)];
      const username = await makeAccount(server, other, 'service');
      const erase = ({ merchant }: typeof left) =>
        db.transaction().execute((trx) => erasePeople(trx, server.deps, merchant.id, [username]));
      await erase(left);
      expect((await signIn(username, TEMPORARY_PASSWORD)).statusCode).toBe(200);
      await erase(other);
      expect((await signIn(username, TEMPORARY_PASSWORD)).statusCode).toBe(401);
    });

    test('that is gone can be deleted again', async () => {
      const { db, identity } = server.deps;
      const merchant = await makeMerchant(server);
      const username = await makeAccount(server, merchant, 'service');
      const person = { merchantId: merchant.merchant.id, username };
      await identity.deleteAccount(db, person);
      expect((await signIn(username, TEMPORARY_PASSWORD)).statusCode).toBe(401);
      await expect(identity.deleteAccount(db, person)).resolves.toBeUndefined();
    });
  });
});
