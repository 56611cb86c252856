import { randomUUID } from 'node:crypto';
import { describe, expect, vi, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { MINUTE, HOUR } from '@portage/contract/time';
import type { SessionTokens } from '@portage/contract/users/sessions';
import { ApiError } from '../api-error.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { deleteOldRows } from '../jobs/retention-queries.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { codeIn, mailCode, mailsTo, otherThan } from '../testing/mailed-codes.ts';
import { makeAccount, TEMPORARY_PASSWORD } from '../testing/make-account.ts';
import { codeOf, makeMerchant, pathsOf, TEST_PASSWORD } from '../testing/make-merchant.ts';
import { securityActions, securityEvents } from '../testing/security-events.ts';
import { sessionCalls } from '../testing/session-calls.ts';
import { takeAttempt } from '../throttle/attempts.ts';
import * as passwords from '../users/passwords.ts';
import { resetPassword } from '../users/reset-password.ts';
import { sendRequestedCode } from './own-password.ts';

const server = useTestServer();
const NEW_PASSWORD = 'My-New-Pass-2';

const { signIn, refresh } = sessionCalls(server);
const post = (url: string, payload: object, headers = {}) =>
  server.app.inject({ method: 'POST', url: `/api${url}`, payload, headers });

const askForCode = (username: string, locale = 'EN') =>
  post('/users/reset_password', { username }, { locale });
const answerCode = (username: string, code: string, newPassword = NEW_PASSWORD, headers = {}) =>
  post('/users/confirm_new_password', { username, code, newPassword }, headers);

test('a user gets a code by mail in their language, and sets a new password with it', async () => {
  const { username } = await makeMerchant(server);
  const asked = await askForCode(username.toUpperCase(), 'FR');
  expect([asked.statusCode, asked.body]).toEqual([204, '']);
  await expect.poll(() => mailsTo(server, username)).toHaveLength(1);
  const [mail] = await mailsTo(server, username);
  expect(mail?.subject).toContain('réinitialisation');
  const code = codeIn(mail);

  const confirmed = await answerCode(username, ` ${code} `);
  expect([confirmed.statusCode, confirmed.body]).toEqual([204, '']);
  expect((await signIn(username, TEST_PASSWORD)).statusCode).toBe(401);
  expect((await signIn(username, NEW_PASSWORD)).statusCode).toBe(200);
});

test('a mail informs the user that the password was changed', async () => {
  const { username } = await makeMerchant(server);
  const code = await mailCode(server, username);
  await answerCode(username, otherThan(code));
  expect(await mailsTo(server, username)).toHaveLength(1);
  await answerCode(username, code, NEW_PASSWORD, { locale: 'FR' });
  const told = (await mailsTo(server, username)).map(({ subject }) => subject);
  expect(told).toContain('Votre mot de passe Portage a été modifié');
});

test('a new password ends every session, even one being renewed', async () => {
  const { username } = await makeMerchant(server);
  const sessions = await Promise.all([1, 2, 3].map(() => signIn(username, TEST_PASSWORD)));
  const renew = (refreshToken: string) => refresh(username, refreshToken);
  const tokens = sessions.map((session) => session.json<SessionTokens>().refreshToken);
  const code = await mailCode(server, username);

  const [, ...renewals] = await Promise.all([answerCode(username, code), ...tokens.map(renew)]);
  const successors = renewals.map(
    (renewal) => renewal.json<Partial<SessionTokens>>().refreshToken ?? 'none',
  );
  for (const token of [...tokens, ...successors]) {
    expect((await renew(token)).statusCode).toBe(401);
  }
});

test('a temporary password may be replaced by a reset, too', async () => {
  const username = await makeAccount(server, await makeMerchant(server));
  const { session } = (await signIn(username, 'Temporary-1')).json<{ session: string }>();
  await answerCode(username, await mailCode(server, username));
  expect((await signIn(username, NEW_PASSWORD)).json()).toHaveProperty('token');
  const late = { username, newPassword: 'Another-Pass-3', session };
  const response = await post('/users/complete_new_password_challenge', late);
  expect(codeOf(response)).toBe('challenge_expired');
});

test('a new password clears failed sign-ins', async () => {
  const { username } = await makeMerchant(server);
  for (let index = 0; index < 10; index += 1) await signIn(username, 'Wrong-1234');
  expect((await signIn(username, TEST_PASSWORD)).statusCode).toBe(429);
  await answerCode(username, await mailCode(server, username));
  expect((await signIn(username, NEW_PASSWORD)).statusCode).toBe(200);
});

describe('requests for a code', () => {
  test('are handled in sequence, so that the last mailed code works', async () => {
    const { username } = await makeMerchant(server);
    const { identity } = server.deps;
    const send = identity.requestPasswordReset.bind(identity);
    const underWay: number[] = [];
    let count = 0;
    const spy = vi
      .spyOn(identity, 'requestPasswordReset')
      .mockImplementation(async (...request) => {
        count += 1;
        underWay.push(count);
        await send(...request);
        count -= 1;
      });
    try {
      const request = { username, locale: 'en', usefulUntil: TEST_NOW + MINUTE } as const;
      await Promise.all(
        Array.from({ length: 5 }, () =>
          insertJob(server.deps.db, 'request-password-reset', request),
        ),
      );
      await expect.poll(() => mailsTo(server, username)).toHaveLength(5);
    } finally {
      spy.mockRestore();
    }
    expect(underWay).toEqual([1, 1, 1, 1, 1]);
  });

  test('send one code, even if the job runs again after it was queued', async () => {
    const { username } = await makeMerchant(server);
    const { identity } = server.deps;
    const send = identity.requestPasswordReset.bind(identity);
    const spy = vi
      .spyOn(identity, 'requestPasswordReset')
      .mockImplementationOnce(async (...request) => {
        await send(...request);
        throw new Error('The worker ends here');
      });
    try {
      await askForCode(username);
      await expect.poll(() => spy).toHaveBeenCalledTimes(2);
      await spy.mock.results[1]?.value;
    } finally {
      spy.mockRestore();
    }
    const mails = await mailsTo(server, username);
    expect(mails).toHaveLength(1);
    expect((await answerCode(username, codeIn(mails[0]))).statusCode).toBe(204);
  });

  test('that could not be handled for 15 minutes are dropped', async () => {
    const { username } = await makeMerchant(server);
    const request = { username, locale: 'en', usefulUntil: TEST_NOW + 15 * MINUTE } as const;
    await server.later(15 * MINUTE, () => sendRequestedCode(server.deps, request));
    expect(await mailsTo(server, username)).toEqual([]);
    await server.later(15 * MINUTE - 1, () => sendRequestedCode(server.deps, request));
    expect(await mailsTo(server, username)).toHaveLength(1);
  });
});

describe('a code', () => {
  test('is stored only as a hash', async () => {
    const { username } = await makeMerchant(server);
    const code = await mailCode(server, username);
    const rows = await server.deps.db.selectFrom('password_resets').selectAll().execute();
    const row = rows.find((one) => one.username === username);
    expect(row?.code_hash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(row)).not.toContain(code);
  });

  test('works once', async () => {
    const { username } = await makeMerchant(server);
    const code = await mailCode(server, username);
    const both = await Promise.all([answerCode(username, code), answerCode(username, code)]);
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([204, 400]));
    expect(codeOf(await answerCode(username, code))).toBe('reset_code_expired');
  });

  test('is invalidated by the next request', async () => {
    const { username } = await makeMerchant(server);
    const first = await mailCode(server, username);
    const second = await mailCode(server, username);
    expect(codeOf(await answerCode(username, first))).toBe('reset_code_wrong');
    expect((await answerCode(username, second)).statusCode).toBe(204);
  });

  test('is valid for ten minutes and then deleted', async () => {
    const { db } = server.deps;
    const { username } = await makeMerchant(server);
    const code = await mailCode(server, username);
    const tooLate = await server.later(10 * MINUTE, () => answerCode(username, code));
    expect(codeOf(tooLate)).toBe('reset_code_expired');

    const forgetAt = (now: number) =>
      deleteOldRows({ db, clock: { now: () => now } }, 'password_resets');
    await forgetAt(TEST_NOW + 10 * MINUTE);
    expect(codeOf(await answerCode(username, otherThan(code)))).toBe('reset_code_wrong');
    await forgetAt(TEST_NOW + 10 * MINUTE + 1);
    expect(codeOf(await answerCode(username, code))).toBe('reset_code_expired');
  });

  test('of another user is wrong', async () => {
    const [one, other] = [await makeMerchant(server), await makeMerchant(server)];
    const code = await mailCode(server, one.username);
    await mailCode(server, other.username);
    const response = await answerCode(other.username, code);
    expect(codeOf(response)).toBe('reset_code_wrong');
  });

  test.each(['12345', '1234567', 'abcdef', '', '١٢٣٤٥٦'])(
    'without six digits, such as %j, is not counted as an attempt',
    async (typed) => {
      const { username } = await makeMerchant(server);
      const code = await mailCode(server, username);
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

  test('is not consumed by an invalid new password', async () => {
    const { username } = await makeMerchant(server);
    const code = await mailCode(server, username);
    const response = await answerCode(username, code, 'too simple');
    expect(pathsOf(response)?.[0]).toBe('newPassword');
    expect((await answerCode(username, code)).statusCode).toBe(204);
  });
});

describe('responses do not reveal which usernames exist', () => {
  async function guess(username: string): Promise<unknown[]> {
    const asked = await askForCode(username);
    const { db } = server.deps;
    const reset = db.selectFrom('password_resets').selectAll().where('username', '=', username);
    await expect.poll(() => reset.execute()).toHaveLength(1);
    const [mail] = await mailsTo(server, username);
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

  test('five wrong codes count down and then block the right one, also for unknown and service users', async () => {
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
    expect((await signIn(username, TEST_PASSWORD)).statusCode).toBe(200);
    expect(await guess(`${randomUUID()}@test.example`)).toEqual(known);

    const service = await makeAccount(server, await makeMerchant(server), 'service');
    expect(await guess(service)).toEqual(known);
    expect(await mailsTo(server, service)).toEqual([]);
    expect((await signIn(service, TEMPORARY_PASSWORD)).statusCode).toBe(200);
  });

  test('a username with line breaks sends no mail', async () => {
    const { username } = await makeMerchant(server);
    const typed = `${username}\r\nBcc: ${username}`;
    expect((await askForCode(typed)).statusCode).toBe(204);
    await server.deps.identity.requestPasswordReset(typed, 'en');
    expect(await mailsTo(server, username)).toEqual([]);
  });
});

describe('too many', () => {
  async function askUntilRefused(ask: () => ReturnType<typeof post>) {
    for (let count = 0; ; count += 1) {
      const response = await ask();
      if (response.statusCode === 429) return [count, response.headers['retry-after']];
    }
  }

  test('a double click asks for one code, and counts once', async () => {
    const { username } = await makeMerchant(server);
    const answers = await Promise.all(Array.from({ length: 6 }, () => askForCode(username)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(204));
    await expect.poll(() => mailsTo(server, username)).toHaveLength(1);
    const actions = await securityActions(server.deps.db, 'password.', { actor: username });
    expect(actions).toEqual(['password.reset_requested']);
  });

  test('requests for one account’s code are refused for an hour', async () => {
    const { username } = await makeMerchant(server);
    const askSlowly = async (typed: string) => {
      let now = TEST_NOW;
      const answer = await askUntilRefused(async () => {
        server.setNow((now += MINUTE));
        return askForCode(typed);
      });
      server.setNow(TEST_NOW);
      return answer;
    };
    const refused = [5, String(55 * 60)];
    expect(await askSlowly(username)).toEqual(refused);
    expect(await askSlowly(`${randomUUID()}@test.example`)).toEqual(refused);
  });

  test('requests from elsewhere do not block a known device’s code', async () => {
    const { username } = await makeMerchant(server);
    const device = 'd'.repeat(43);
    const ask = (from: string, payload: object = {}) =>
      server.app.inject({
        method: 'POST',
        url: '/api/users/reset_password',
        payload: { username, ...payload },
        remoteAddress: from,
      });
    await post('/auth/token', { username, password: TEST_PASSWORD, device });
    for (let index = 0; index < 20; index += 1) {
      const attempt = { account: username, address: `198.51.100.${index}` };
      await takeAttempt(server.deps, 'reset-request', attempt);
    }
    expect((await ask('192.0.2.1')).statusCode).toBe(429);
    expect((await ask('192.0.2.1', { device })).statusCode).toBe(204);
    server.setNow(TEST_NOW + HOUR);
    expect((await ask('192.0.2.1')).statusCode).toBe(204);
  });

  test('codes for one account are refused for an hour, regardless of the number sent', async () => {
    const { username } = await makeMerchant(server);
    const code = await mailCode(server, username);
    const guess = () => answerCode(username, otherThan(code));
    expect(await askUntilRefused(guess)).toEqual([10, '3600']);
    const next = await mailCode(server, username);
    expect((await answerCode(username, next)).statusCode).toBe(429);
    server.setNow(TEST_NOW + HOUR - 1);
    expect((await answerCode(username, next)).statusCode).toBe(429);
  });
});

test('security events record a reset from the request to the password', async () => {
  const { username } = await makeMerchant(server);
  await askForCode(username);
  await expect.poll(() => mailsTo(server, username)).toHaveLength(1);
  const code = codeIn((await mailsTo(server, username))[0]);
  await answerCode(username, otherThan(code));
  await answerCode(username, code);
  const address = '127.0.0.1';
  expect(await securityEvents(server.deps.db, 'password.', { actor: username })).toMatchObject([
    { action: 'password.reset_requested', address },
    { action: 'password.reset_failed', address },
    { action: 'password.reset', address },
  ]);
});

test('an attempt refused as busy does not count against the code', async () => {
  const { db } = server.deps;
  const { username } = await makeMerchant(server);
  const code = await mailCode(server, username);
  const reset = () => resetPassword(db, { username, code, newPassword: 'My-New-Pass-2' }, TEST_NOW);

  for (let index = 0; index < 6; index += 1) {
    const work = index % 2 === 0 ? 'isPasswordOf' : 'hashPassword';
    const spy = vi.spyOn(passwords, work).mockRejectedValueOnce(new ApiError('busy'));
    await expect(reset()).rejects.toMatchObject({ code: 'busy' });
    spy.mockRestore();
  }
  await expect(reset()).resolves.toBeUndefined();
});
