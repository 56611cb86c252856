import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { ApiError } from '../api-error.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { insertCheapAccount } from '../testing/cheap-account.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { HOUR } from '@portage/contract/time';

const server = useTestServer();

const someEmail = () => `zoe-${randomUUID()}@example.com`;

const create = (merchant: TestMerchant, email = someEmail(), key?: string) =>
  merchant.call('POST', '/users/account', {
    payload: { name: 'Zoé Tremblay', email, username: email, phone: '(514) 555-0123' },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

const usernamesOf = async ({ merchant, username }: TestMerchant) => {
  const { db } = server.deps;
  const users = db.selectFrom('users').select('username').where('merchant_id', '=', merchant.id);
  return (await users.where('username', '!=', username).execute()).map((user) => user.username);
};

const leftBehind = async (email: string) => {
  const { db } = server.deps;
  const mails = db.selectFrom('mails').select('id').where('recipient', '=', email);
  const events = db.selectFrom('security_events').select('id').where('subject', '=', email);
  return [...(await mails.execute()), ...(await events.execute())];
};

describe('when a user cannot be created', () => {
  test('no mail is sent and no event recorded, and the attempt can be repeated', async () => {
    const merchant = await makeMerchant(server);
    const email = someEmail();
    const failure = vi
      .spyOn(server.deps.identity, 'prepareAccount')
      .mockResolvedValueOnce(() => Promise.reject(new Error('the provider is down')));
    expect((await create(merchant, email, 'one')).statusCode).toBe(500);
    failure.mockRestore();
    expect(await leftBehind(email)).toEqual([]);
    expect((await create(merchant, email, 'one')).statusCode).toBe(201);
  });

  test('because no mail can be queued, no user remains without a password', async () => {
    const merchant = await makeMerchant(server);
    const { db } = server.deps;
    await db.schema.alterTable('mails').renameTo('mails_away').execute();
    try {
      expect((await create(merchant)).statusCode).toBe(500);
    } finally {
      await db.schema.alterTable('mails_away').renameTo('mails').execute();
    }
    expect(await usernamesOf(merchant)).toEqual([]);
  });
});

test.each(['/users/account', '/users/service'])(
  'no connection is held while POST %s has a password hashed',
  async (path) => {
    const merchant = await makeMerchant(server);
    const { db, identity } = server.deps;
    const prepare = identity.prepareAccount.bind(identity);
    const spy = vi.spyOn(identity, 'prepareAccount').mockImplementationOnce(async (account) => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(db);
      expect(rows).toEqual([]);
      return prepare(account);
    });
    const answer = await (path === '/users/account'
      ? create(merchant)
      : merchant.call('POST', path));
    spy.mockRestore();
    expect(answer.statusCode).toBe(201);
  },
);

describe('a merchant', () => {
  const createTwenty = async (merchant: TestMerchant, email?: string) => {
    const statuses: number[] = [];
    for (let index = 0; index < 20; index += 1) {
      statuses.push((await create(merchant, email)).statusCode);
    }
    return statuses;
  };

  /** The limit does not depend on the cost of a hash. */
  const createTwentyCheaply = async (merchant: TestMerchant, email?: string) => {
    const cheap = vi
      .spyOn(server.deps.identity, 'prepareAccount')
      .mockImplementation(async (account) => (trx) => insertCheapAccount(trx, account, TEST_NOW));
    const statuses = await createTwenty(merchant, email);
    cheap.mockRestore();
    return statuses;
  };

  test('may create twenty users an hour, and is told when to create the next', async () => {
    const [merchant, other] = [await makeMerchant(server), await makeMerchant(server)];
    expect(new Set(await createTwentyCheaply(merchant))).toEqual(new Set([201]));
    const email = someEmail();
    const refused = await create(merchant, email);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600']);
    expect(refused.json<Problem>()).toMatchObject({
      code: 'too_many_attempts',
      detail: expect.stringContaining('60 minutes') as string,
    });
    expect(await leftBehind(email)).toEqual([]);
    expect((await create(other, email)).statusCode).toBe(201);

    server.setNow(TEST_NOW + HOUR - 1000);
    expect((await create(merchant)).statusCode).toBe(429);
    server.setNow(TEST_NOW);
  });

  test('counts service users with people', async () => {
    const merchant = await makeMerchant(server);
    await createTwentyCheaply(merchant);
    const refused = await merchant.call('POST', '/users/service');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600']);
    expect((await merchant.call('GET', '/users/service')).json()).toEqual([]);
  });

  test('cannot probe a list of usernames for taken ones', async () => {
    const [merchant, other] = [await makeMerchant(server), await makeMerchant(server)];
    expect(new Set(await createTwentyCheaply(merchant, other.username))).toEqual(new Set([409]));
    expect((await create(merchant, other.username)).statusCode).toBe(429);
  });

  test('loses no attempt when the server is busy', async () => {
    const merchant = await makeMerchant(server);
    const spy = vi
      .spyOn(server.deps.identity, 'prepareAccount')
      .mockRejectedValue(new ApiError('busy'));
    expect(new Set(await createTwenty(merchant))).toEqual(new Set([503]));
    spy.mockRestore();
    expect((await create(merchant)).statusCode).toBe(201);
  });
});
