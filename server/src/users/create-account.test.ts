import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { HOUR } from '@portage/contract/time';
import { unmetPasswordRules } from '@portage/contract/users/password-rule';
import { ApiError } from '../api-error.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { insertCheapAccount } from '../testing/cheap-account.ts';
import { allMails, mailsTo } from '../testing/mailed-codes.ts';
import {
  codeOf,
  errorsOf,
  makeMerchant,
  pathsOf,
  TEST_PASSWORD,
  type TestMerchant,
} from '../testing/make-merchant.ts';
import { securityEvents } from '../testing/security-events.ts';
import { sessionCalls } from '../testing/session-calls.ts';

const server = useTestServer();

const someEmail = () => `zoe-${randomUUID()}@example.com`;

const person = (email: string, changes: Record<string, unknown> = {}) => ({
  name: 'Zoé Tremblay',
  email,
  username: email,
  phone: '(514) 555-0123',
  ...changes,
});

const create = (merchant: TestMerchant, payload: object, headers: Record<string, string> = {}) =>
  merchant.call('POST', '/users/account', { payload, headers });

const usersOf = ({ merchant }: TestMerchant) =>
  server.deps.db
    .selectFrom('users')
    .select(['username', 'name', 'phone', 'kind'])
    .where('merchant_id', '=', merchant.id)
    .where('username', 'not like', 'user-%')
    .execute();

const eventsOf = ({ merchant }: TestMerchant) =>
  securityEvents(server.deps.db, 'user.created', { merchantId: merchant.id });

async function passwordMailedTo(recipient: string): Promise<string> {
  const [mail] = await mailsTo(server, recipient);
  const words = mail?.text?.split(/\s+/) ?? [];
  return words.find((word) => word.length === 16 && unmetPasswordRules(word).length === 0) ?? '';
}

describe('a new user', () => {
  test('of the caller’s merchant gets a mail with the portal’s address', async () => {
    const merchant = await makeMerchant(server);
    const email = someEmail();
    const response = await create(merchant, person(email));
    expect(response.statusCode).toBe(201);
    expect(response.json()).toBe(`created user with username ${email}`);

    const mails = await mailsTo(server, email);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ subject: 'Your access to Portage' });
    expect(mails[0]?.text).toContain('https://portage.example');
    expect(await usersOf(merchant)).toEqual([
      { username: email, name: 'Zoé Tremblay', phone: '+15145550123', kind: 'user' },
    ]);
  });

  test('gets a mail and a link in the language of the merchant, not of the request', async () => {
    const merchant = await makeMerchant(server, { language: 'fr', name: 'Boulangerie' });
    const email = someEmail();
    await create(merchant, person(email), { locale: 'EN' });
    const [mail] = await mailsTo(server, email);
    expect(mail?.subject).toBe('Votre accès à Portage');
    expect(mail?.text).toContain('Boulangerie');
    expect(mail?.text).toContain('https://portage.example/?lang=fr');
  });

  test('is recorded with its creator and their address, without the password', async () => {
    const merchant = await makeMerchant(server);
    const email = someEmail();
    const headers = { 'idempotency-key': 'one' };
    await create(merchant, person(email), headers);
    expect(await eventsOf(merchant)).toMatchObject([
      {
        action: 'user.created',
        actor: merchant.username,
        subject: email,
        at: TEST_NOW,
        address: '127.0.0.1',
      },
    ]);
    const { db } = server.deps;
    const kept = [
      await db.selectFrom('users').selectAll().execute(),
      await db.selectFrom('security_events').selectAll().execute(),
      await db.selectFrom('idempotency_keys').selectAll().execute(),
    ];
    const password = await passwordMailedTo(email);
    expect(password).toHaveLength(16);
    expect(JSON.stringify(kept)).not.toContain(password);
  });
});

test('an Idempotency-Key creates one user and sends one mail, and is refused with other content', async () => {
  const merchant = await makeMerchant(server);
  const email = someEmail();
  const headers = { 'idempotency-key': 'one' };
  const first = await create(merchant, person(email), headers);
  const second = await create(merchant, person(email), headers);
  expect([second.statusCode, second.body]).toEqual([201, first.body]);
  expect(await mailsTo(server, email)).toHaveLength(1);
  expect(await eventsOf(merchant)).toHaveLength(1);
  expect((await create(merchant, person(someEmail()), headers)).statusCode).toBe(422);
  expect(await usersOf(merchant)).toHaveLength(1);
});

describe('a username that is taken', () => {
  test.each([
    ['as it is', (email: string) => email],
    ['in capital letters', (email: string) => email.toUpperCase()],
  ])('is refused, typed %s, and no mail is sent', async (_name, typed) => {
    const merchant = await makeMerchant(server);
    const email = someEmail();
    await create(merchant, person(email));
    const response = await create(merchant, person(typed(email)));
    expect(response.statusCode).toBe(409);
    expect(codeOf(response)).toBe('username_taken');
    expect(await mailsTo(server, email)).toHaveLength(1);
    expect(await eventsOf(merchant)).toHaveLength(1);
  });

  test('is refused with the same message when it is another merchant’s', async () => {
    const [merchant, other] = [await makeMerchant(server), await makeMerchant(server)];
    const email = someEmail();
    await create(merchant, person(email));
    const rejections = [
      await create(merchant, person(email)),
      await create(other, person(email)),
    ].map((response) => ({ ...response.json<Problem>(), requestId: '' }));
    expect(rejections[0]?.code).toBe('username_taken');
    expect(rejections[1]).toEqual(rejections[0]);
    expect(await usersOf(other)).toEqual([]);
  });

  test('goes to one of two simultaneous requests', async () => {
    const merchants = [await makeMerchant(server), await makeMerchant(server)];
    const email = someEmail();
    const answers = await Promise.all(merchants.map((merchant) => create(merchant, person(email))));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 409]));
    expect(await mailsTo(server, email)).toHaveLength(1);
    const winner = merchants[answers.findIndex(({ statusCode }) => statusCode === 201)];
    expect(winner && (await usersOf(winner))).toMatchObject([{ username: email }]);
  });
});

describe('what is typed', () => {
  test.each([
    ['a line break and a header', 'zoe@example.com\r\nBcc: eve@example.com'],
    ['a second address', 'zoe@example.com, eve@example.com'],
    ['a name around it', 'Zoé <zoe@example.com>'],
    ['a null character inside', 'zoe@exam\u0000ple com'],
    ['letters that mail servers may not take', 'zoé@exämple.com'],
    ['nothing', ''],
  ])('an e-mail address with %s is refused, and no mail is sent', async (_name, email) => {
    const merchant = await makeMerchant(server);
    const before = (await allMails(server)).length;
    const response = await create(merchant, person(email));
    expect(response.statusCode).toBe(400);
    expect(pathsOf(response)).toContain('email');
    expect((await allMails(server)).length).toBe(before);
  });

  test('a name with line breaks and other alphabets stays on one line of the mail', async () => {
    const merchant = await makeMerchant(server, { name: 'Maple\r\nSubject: hacked' });
    const email = someEmail();
    const name = 'Zoé\r\nBcc: eve@example.com\u0000 \u202E王小明 🍁';
    expect((await create(merchant, person(email, { name }))).statusCode).toBe(201);
    const [mail] = await mailsTo(server, email);
    expect(mail).toMatchObject({ recipient: email, subject: 'Your access to Portage' });
    expect(mail?.text).toContain('Hello Zoé Bcc: eve@example.com 王小明 🍁,');
    // Line breaks may fall inside the merchant's name.
    const paragraphs = mail?.text?.split('\n\n').map((text) => text.replaceAll('\n', ' '));
    expect(paragraphs).toContainEqual(expect.stringContaining('of Maple Subject: hacked.'));
    expect(mail?.html).not.toContain('\u202E');
  });

  test('the username may differ from the e-mail address only in case', async () => {
    const merchant = await makeMerchant(server);
    const email = someEmail();
    const other = await create(merchant, person(email, { username: someEmail() }));
    expect(errorsOf(other)).toEqual([
      { path: 'username', message: 'The username must be the e-mail address.' },
    ]);
    const cased = await create(merchant, person(email, { username: email.toUpperCase() }));
    expect(cased.json()).toBe(`created user with username ${email}`);
  });

  test.each(['12', '555-0123', '+1 055 555 0123', 'abc', ''])(
    'the phone “%s” is refused',
    async (phone) => {
      const merchant = await makeMerchant(server);
      const response = await create(merchant, person(someEmail(), { phone }));
      expect(errorsOf(response)).toEqual([{ path: 'phone', message: 'Phone Number is invalid' }]);
    },
  );

  test('the caller’s own session is not affected', async () => {
    const merchant = await makeMerchant(server);
    await create(merchant, person(merchant.username));
    const { signIn } = sessionCalls(server);
    expect((await signIn(merchant.username, TEST_PASSWORD)).statusCode).toBe(200);
  });
});

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
    const attempt = () => create(merchant, person(email), { 'idempotency-key': 'one' });
    expect((await attempt()).statusCode).toBe(500);
    failure.mockRestore();
    expect(await leftBehind(email)).toEqual([]);
    expect((await attempt()).statusCode).toBe(201);
  });

  test('because no mail can be queued, no user remains without a password', async () => {
    const merchant = await makeMerchant(server);
    const { db } = server.deps;
    await db.schema.alterTable('mails').renameTo('mails_away').execute();
    try {
      expect((await create(merchant, person(someEmail()))).statusCode).toBe(500);
    } finally {
      await db.schema.alterTable('mails_away').renameTo('mails').execute();
    }
    expect(await usersOf(merchant)).toEqual([]);
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
      ? create(merchant, person(someEmail()))
      : merchant.call('POST', path));
    spy.mockRestore();
    expect(answer.statusCode).toBe(201);
  },
);

describe('a merchant', () => {
  const createTwenty = async (merchant: TestMerchant, email?: string) => {
    const statuses: number[] = [];
    for (let index = 0; index < 20; index += 1) {
      statuses.push((await create(merchant, person(email ?? someEmail()))).statusCode);
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

  test('may create twenty users an hour, service users with people, and is told when to create the next', async () => {
    const [merchant, other] = [await makeMerchant(server), await makeMerchant(server)];
    expect(new Set(await createTwentyCheaply(merchant))).toEqual(new Set([201]));
    const email = someEmail();
    const refused = await create(merchant, person(email));
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600']);
    expect(refused.json<Problem>()).toMatchObject({
      code: 'too_many_attempts',
      detail: expect.stringContaining('60 minutes') as string,
    });
    expect(await leftBehind(email)).toEqual([]);
    const service = await merchant.call('POST', '/users/service');
    expect([service.statusCode, service.headers['retry-after']]).toEqual([429, '3600']);
    expect((await merchant.call('GET', '/users/service')).json()).toEqual([]);
    expect((await create(other, person(email))).statusCode).toBe(201);

    server.setNow(TEST_NOW + HOUR - 1000);
    expect((await create(merchant, person(someEmail()))).statusCode).toBe(429);
  });

  test('cannot probe a list of usernames for taken ones', async () => {
    const [merchant, other] = [await makeMerchant(server), await makeMerchant(server)];
    expect(new Set(await createTwentyCheaply(merchant, other.username))).toEqual(new Set([409]));
    expect((await create(merchant, person(other.username))).statusCode).toBe(429);
  });

  test('loses no attempt when the server is busy', async () => {
    const merchant = await makeMerchant(server);
    const spy = vi
      .spyOn(server.deps.identity, 'prepareAccount')
      .mockRejectedValue(new ApiError('busy'));
    expect(new Set(await createTwenty(merchant))).toEqual(new Set([503]));
    spy.mockRestore();
    expect((await create(merchant, person(someEmail()))).statusCode).toBe(201);
  });
});
