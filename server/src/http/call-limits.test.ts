import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { buildServer } from '../server.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant, TEST_PASSWORD, type TestMerchant } from '../testing/make-merchant.ts';
import type { CallLimits } from './call-limits.ts';

const server = useTestServer();

const PLENTY: CallLimits = {
  atOnce: 100,
  atOnceOfAMerchant: 100,
  publicAtOnce: 100,
  ofAMerchant: 1000,
  ofACredential: 1000,
};

const withLimits = (limits: Partial<CallLimits>) =>
  buildServer(server.deps, { callLimits: { ...PLENTY, ...limits } });

const list = (app: FastifyInstance, { token }: Pick<TestMerchant, 'token'>) =>
  app.inject({ url: '/api/orders', headers: { authorization: `Bearer ${token}` } });

const statusesOf = async (calls: Promise<{ statusCode: number }>[]) =>
  (await Promise.all(calls)).map(({ statusCode }) => statusCode);

test('a credential that calls too often is refused until the next minute, and nobody else is', async () => {
  const app = await withLimits({ ofACredential: 2 });
  const [eager, other] = [await makeMerchant(server), await makeMerchant(server)];
  server.setNow(TEST_NOW + 20_000);

  const first = await list(app, eager);
  expect(first.headers).toMatchObject({
    'ratelimit-policy': '"merchant";q=1000;w=60, "credential";q=2;w=60',
    ratelimit: '"merchant";r=999;t=40, "credential";r=1;t=40',
  });
  expect((await list(app, eager)).statusCode).toBe(200);
  const refused = await list(app, eager);
  expect(refused.statusCode).toBe(429);
  expect(refused.headers).toMatchObject({
    'retry-after': '40',
    ratelimit: '"merchant";r=997;t=40, "credential";r=0;t=40',
  });
  expect(refused.json()).toMatchObject({ code: 'too_many_requests' });
  expect((await list(app, other)).statusCode).toBe(200);

  server.setNow(TEST_NOW + 60_000);
  expect((await list(app, eager)).statusCode).toBe(200);
  server.setNow(TEST_NOW);
});

test('a merchant that calls too often is refused, whichever credential it uses', async () => {
  const app = await withLimits({ ofAMerchant: 1 });
  const merchant = await makeMerchant(server);
  expect(await statusesOf([list(app, merchant)])).toEqual([200]);
  expect(await statusesOf([list(app, merchant)])).toEqual([429]);
});

test('calls beyond what may be under way are refused at once, and other merchants go on', async () => {
  const app = await withLimits({ atOnceOfAMerchant: 3 });
  const [noisy, quiet] = [await makeMerchant(server), await makeMerchant(server)];
  const calls = Array.from({ length: 30 }, () => list(app, noisy));
  expect((await list(app, quiet)).statusCode).toBe(200);

  const answers = await Promise.all(calls);
  const refused = answers.filter(({ statusCode }) => statusCode === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(3);
  expect(refused[0]?.headers['retry-after']).toBe('1');
  expect(refused[0]?.json()).toMatchObject({ code: 'busy' });
  // Those that were answered gave their places back.
  expect((await list(app, noisy)).statusCode).toBe(200);
});

test('who signs in, and health checks, pass while no other call does', async () => {
  const app = await withLimits({ atOnce: 0 });
  const merchant = await makeMerchant(server);
  const payload = { username: merchant.username, password: TEST_PASSWORD };
  const signIn = app.inject({ method: 'POST', url: '/api/auth/token', payload });
  expect(
    await statusesOf([list(app, merchant), signIn, app.inject('/healthz'), app.inject('/readyz')]),
  ).toEqual([503, 200, 200, 200]);
});
