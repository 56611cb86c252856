import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { codeIn, mailCode, mailsTo, otherThan } from '../testing/mailed-codes.ts';
import { makeAccount, TEMPORARY_PASSWORD } from '../testing/make-account.ts';
import { makeMerchant, TEST_PASSWORD } from '../testing/make-merchant.ts';
import { sessionCalls } from '../testing/session-calls.ts';
import { takeAttempt } from '../throttle/attempts.ts';
import { HOUR, MINUTE } from '@portage/contract/time';

const server = useTestServer();
const { post, signIn } = sessionCalls(server);
const askForCode = (username: string) => post('/users/reset_password', { username });
const answerCode = (username: string, code: string) =>
  post('/users/confirm_new_password', { username, code, newPassword: 'My-New-Pass-2' });

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
    const events = await server.deps.db
      .selectFrom('security_events')
      .select('action')
      .where('actor', '=', username)
      .where('action', '=', 'password.reset_requested')
      .execute();
    expect(events).toHaveLength(1);
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
    server.setNow(TEST_NOW);
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
    server.setNow(TEST_NOW);
  });
});

test('security events record a reset from the request to the password', async () => {
  const { username } = await makeMerchant(server);
  await askForCode(username);
  await expect.poll(() => mailsTo(server, username)).toHaveLength(1);
  const code = codeIn((await mailsTo(server, username))[0]);
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
