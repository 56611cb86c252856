import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import type { SessionTokens } from '@portage/contract/sessions';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant, TEST_PASSWORD } from '../testing/make-merchant.ts';
import { createUser } from '../users/create-user.ts';
import { forgetExpiredResets } from '../users/forget-expired-resets.ts';

const server = useTestServer();
const MINUTE = 60_000;
const NEW_PASSWORD = 'My-New-Pass-2';

const post = (url: string, payload: object, headers = {}) =>
  server.app.inject({ method: 'POST', url: `/api${url}`, payload, headers });

const signIn = (username: string, password: string) => post('/auth/token', { username, password });
const askForCode = (username: string, locale = 'EN') =>
  post('/users/reset_password', { username }, { locale });
const answerCode = (username: string, code: string, newPassword = NEW_PASSWORD) =>
  post('/users/confirm_new_password', { username, code, newPassword });

const mailsTo = (recipient: string) =>
  server.deps.db.selectFrom('mails').selectAll().where('recipient', '=', recipient).execute();

const firstMailTo = (recipient: string) =>
  vi.waitFor(async () => {
    const [mail] = await mailsTo(recipient);
    expect(mail).toBeDefined();
    return mail;
  });

/** The code that a mail tells. */
const codeIn = (mail: { text: string | null } | undefined) =>
  /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';

/** Does what the background does with a request, and gives the code that was mailed. */
async function sendCode(username: string): Promise<string> {
  const before = await mailsTo(username);
  await server.deps.identity.requestPasswordReset(username, 'en');
  const mails = await mailsTo(username);
  return codeIn(mails.find(({ id }) => before.every((mail) => mail.id !== id)));
}

/** A code that is not the one. */
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');

/** Does something at a later moment, and comes back. */
async function later<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  server.setNow(TEST_NOW + milliseconds);
  try {
    return await work();
  } finally {
    server.setNow(TEST_NOW);
  }
}

test('a user who asks for a code gets it by mail, in their language, and with it a new password', async () => {
  const { username } = await makeMerchant(server);
  const asked = await askForCode(username.toUpperCase(), 'FR');
  expect([asked.statusCode, asked.body]).toEqual([204, '']);
  const mail = await firstMailTo(username);
  expect(mail?.subject).toContain('réinitialisation');
  const code = codeIn(mail);

  const confirmed = await answerCode(username, ` ${code} `);
  expect([confirmed.statusCode, confirmed.body]).toEqual([204, '']);
  expect((await signIn(username, TEST_PASSWORD)).statusCode).toBe(401);
  expect((await signIn(username, NEW_PASSWORD)).statusCode).toBe(200);
});

test('a new password ends every session, also one that is just being renewed', async () => {
  const { username } = await makeMerchant(server);
  const sessions = await Promise.all([1, 2, 3].map(() => signIn(username, TEST_PASSWORD)));
  const refresh = (refreshToken: string) => post('/auth/refresh', { username, refreshToken });
  const tokens = sessions.map((session) => session.json<SessionTokens>().refreshToken);
  const code = await sendCode(username);

  const [, ...renewals] = await Promise.all([answerCode(username, code), ...tokens.map(refresh)]);
  const successors = renewals.map(
    (renewal) => renewal.json<Partial<SessionTokens>>().refreshToken ?? 'none',
  );
  for (const token of [...tokens, ...successors]) {
    expect((await refresh(token)).statusCode).toBe(401);
  }
});

test('a temporary password may be replaced by a reset, too', async () => {
  const { merchant } = await makeMerchant(server);
  const username = `new-${merchant.id}@test.example`;
  const user = { merchantId: merchant.id, username, name: 'New', kind: 'user' } as const;
  const password = { password: 'Temporary-1', mustChangePassword: true };
  await createUser(server.deps.db, { ...user, ...password }, TEST_NOW);
  const { session } = (await signIn(username, 'Temporary-1')).json<{ session: string }>();
  await answerCode(username, await sendCode(username));
  expect((await signIn(username, NEW_PASSWORD)).json()).toHaveProperty('token');
  const late = { username, newPassword: 'Another-Pass-3', session };
  const response = await post('/users/complete_new_password_challenge', late);
  expect(response.json<Problem>().code).toBe('challenge_expired');
});

test('failed sign-ins are forgiven with a new password', async () => {
  const { username } = await makeMerchant(server);
  for (let index = 0; index < 10; index += 1) await signIn(username, 'Wrong-1234');
  expect((await signIn(username, TEST_PASSWORD)).statusCode).toBe(429);
  await answerCode(username, await sendCode(username));
  expect((await signIn(username, NEW_PASSWORD)).statusCode).toBe(200);
});

describe('a code', () => {
  test('is kept only as a hash', async () => {
    const { username } = await makeMerchant(server);
    const code = await sendCode(username);
    const rows = await server.deps.db.selectFrom('password_resets').selectAll().execute();
    const row = rows.find((one) => one.username === username);
    expect(row?.code_hash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(row)).not.toContain(code);
  });

  test('works once', async () => {
    const { username } = await makeMerchant(server);
    const code = await sendCode(username);
    const both = await Promise.all([answerCode(username, code), answerCode(username, code)]);
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([204, 400]));
    expect((await answerCode(username, code)).json<Problem>().code).toBe('reset_code_expired');
  });

  test('dies with the next request', async () => {
    const { username } = await makeMerchant(server);
    const first = await sendCode(username);
    const second = await sendCode(username);
    expect((await answerCode(username, first)).json<Problem>().code).toBe('reset_code_wrong');
    expect((await answerCode(username, second)).statusCode).toBe(204);
  });

  test('lives an hour and is then forgotten', async () => {
    const { db } = server.deps;
    const { username } = await makeMerchant(server);
    const code = await sendCode(username);
    const tooLate = await later(60 * MINUTE, () => answerCode(username, code));
    expect(tooLate.json<Problem>().code).toBe('reset_code_expired');

    await forgetExpiredResets({ db, clock: { now: () => TEST_NOW + 60 * MINUTE - 1 } });
    expect((await answerCode(username, otherThan(code))).json<Problem>().code).toBe(
      'reset_code_wrong',
    );
    await forgetExpiredResets({ db, clock: { now: () => TEST_NOW + 60 * MINUTE } });
    expect((await answerCode(username, code)).json<Problem>().code).toBe('reset_code_expired');
  });

  test('of another user is wrong', async () => {
    const [one, other] = [await makeMerchant(server), await makeMerchant(server)];
    const code = await sendCode(one.username);
    await sendCode(other.username);
    const response = await answerCode(other.username, code);
    expect(response.json<Problem>().code).toBe('reset_code_wrong');
  });

  test.each(['12345', '1234567', 'abcdef', '', '١٢٣٤٥٦'])(
    'that has not six digits, such as %j, is no attempt',
    async (typed) => {
      const { username } = await makeMerchant(server);
      const code = await sendCode(username);
      for (let index = 0; index < 6; index += 1) {
        const response = await answerCode(username, typed);
        expect(response.json<Problem>()).toMatchObject({
          code: 'invalid_request',
          errors: [{ path: 'code', message: 'The code has 6 digits.' }],
        });
      }
      expect((await answerCode(username, code)).statusCode).toBe(204);
    },
  );

  test('is not used up by a password that breaks the rules', async () => {
    const { username } = await makeMerchant(server);
    const code = await sendCode(username);
    const response = await answerCode(username, code, 'too simple');
    expect(response.json<Problem>().errors?.[0]?.path).toBe('newPassword');
    expect((await answerCode(username, code)).statusCode).toBe(204);
  });
});

describe('nothing tells whether a username is anybody’s', () => {
  /** Asks for a code and guesses at it six times, and tells what is answered. */
  async function guess(username: string): Promise<unknown[]> {
    const asked = await askForCode(username);
    await vi.waitFor(async () => {
      const { db } = server.deps;
      const reset = db.selectFrom('password_resets').selectAll().where('username', '=', username);
      expect(await reset.executeTakeFirst()).toBeDefined();
    });
    const [mail] = await mailsTo(username);
    const code = mail ? codeIn(mail) : '000000';
    const answers: unknown[] = [[asked.statusCode, asked.body]];
    for (const typed of [...Array<string>(5).fill(otherThan(code)), code]) {
      const response = await answerCode(username, typed);
      const { requestId, ...problem } = response.json<Problem>();
      expect(requestId).toBeTruthy();
      answers.push({ status: response.statusCode, problem });
    }
    return answers;
  }

  test('five wrong codes say how many are left, then even the right one is too late', async () => {
    const { username } = await makeMerchant(server);
    const known = await guess(username);
    const wrong = (left: number) => ({
      status: 400,
      problem: {
        code: 'reset_code_wrong',
        detail: `The code is not correct. Attempts left: ${left}.`,
      },
    });
    expect(known).toMatchObject([
      [204, ''],
      ...[4, 3, 2, 1, 0].map(wrong),
      { status: 400, problem: { code: 'reset_code_expired' } },
    ]);
    expect(await guess(`${randomUUID()}@test.example`)).toEqual(known);
    expect((await signIn(username, TEST_PASSWORD)).statusCode).toBe(200);
  });

  test('a service user is answered like others, and cannot reset its password', async () => {
    const { merchant } = await makeMerchant(server);
    const username = `service-${merchant.id}`;
    const user = { merchantId: merchant.id, username, name: 'Shop', kind: 'service' } as const;
    const password = { password: TEST_PASSWORD, mustChangePassword: false };
    await createUser(server.deps.db, { ...user, ...password }, TEST_NOW);
    expect(await guess(username)).toEqual(await guess(`${randomUUID()}@test.example`));
    expect(await mailsTo(username)).toEqual([]);
    expect((await signIn(username, TEST_PASSWORD)).statusCode).toBe(200);
  });

  test('a username with line breaks gets no mail, and nobody else does', async () => {
    const { username } = await makeMerchant(server);
    const typed = `${username}\r\nBcc: ${username}`;
    expect((await askForCode(typed)).statusCode).toBe(204);
    await server.deps.identity.requestPasswordReset(typed, 'en');
    expect(await mailsTo(username)).toEqual([]);
  });
});

describe('too many', () => {
  /** Asks until it is refused, and tells how many were not, and when one may again. */
  async function askUntilRefused(ask: () => ReturnType<typeof post>) {
    for (let count = 0; ; count += 1) {
      const response = await ask();
      if (response.statusCode === 429) return [count, response.headers['retry-after']];
    }
  }

  test('requests for a code of one account are refused for an hour', async () => {
    const { username } = await makeMerchant(server);
    expect(await askUntilRefused(() => askForCode(username))).toEqual([5, '3600']);
    const nobody = `${randomUUID()}@test.example`;
    expect(await askUntilRefused(() => askForCode(nobody))).toEqual([5, '3600']);
  });

  test('codes for one account are refused for an hour, however many it was sent', async () => {
    const { username } = await makeMerchant(server);
    const code = await sendCode(username);
    const guess = () => answerCode(username, otherThan(code));
    expect(await askUntilRefused(guess)).toEqual([10, '3600']);
    const next = await sendCode(username);
    expect((await answerCode(username, next)).statusCode).toBe(429);
    expect((await later(60 * MINUTE - 1, () => answerCode(username, next))).statusCode).toBe(429);
  });
});

test('the record of security events has a reset from the request to the password', async () => {
  const { username } = await makeMerchant(server);
  await askForCode(username);
  const code = codeIn(await firstMailTo(username));
  await answerCode(username, otherThan(code));
  await answerCode(username, code);
  const events = await server.deps.db
    .selectFrom('security_events')
    .select(['action', 'address'])
    .where('actor', '=', username)
    .where('action', 'like', 'password.%')
    .orderBy('action')
    .execute();
  expect(events.map(({ action }) => action)).toEqual([
    'password.reset',
    'password.reset_failed',
    'password.reset_requested',
  ]);
  expect(events.every(({ address }) => address === '127.0.0.1')).toBe(true);
});
