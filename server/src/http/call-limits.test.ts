import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Problem } from '@portage/contract/errors';
import { orderChangeEndpoints } from '@portage/contract/orders/order-changes';
import { signatureOfBody } from '../shop/shop-signatures.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import {
  callAs,
  codeOf,
  makeMerchant,
  TEST_PASSWORD,
  type TestMerchant,
} from '../testing/make-merchant.ts';
import { plentifulLimits } from '../testing/plentiful-limits.ts';
import { useListeningServer, useServer } from '../testing/use-server.ts';
import type { CallLimits } from './call-limits.ts';

const server = useTestServer();

const optionsOf = (limits: Partial<CallLimits>) => ({
  callLimits: { ...plentifulLimits, ofAMerchant: 1000, ...limits },
});
const withLimits = (limits: Partial<CallLimits>) => useServer(server.deps, optionsOf(limits));
const listenWithLimits = (limits: Partial<CallLimits>) =>
  useListeningServer(server.deps, optionsOf(limits));

/** Connects to the server at an address, until the test ends; reads no answer yet. */
async function connectTo(address: string): Promise<net.Socket> {
  const { hostname, port } = new URL(address);
  const socket = net.connect(Number(port), hostname).pause();
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

const list = (app: FastifyInstance, caller: Pick<TestMerchant, 'token'>) =>
  callAs(app, caller)('GET', '/orders');

const statusesOf = async (calls: Promise<{ statusCode: number }>[]) =>
  (await Promise.all(calls)).map(({ statusCode }) => statusCode);

test('a credential that calls too often is refused until the next minute, and no other is', async () => {
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
});

test('a merchant that calls too often is refused with all its credentials', async () => {
  const app = await withLimits({ ofAMerchant: 1 });
  const merchant = await makeMerchant(server);
  expect(await statusesOf([list(app, merchant)])).toEqual([200]);
  expect(await statusesOf([list(app, merchant)])).toEqual([429]);
});

test('calls of the shop host count with those of the API, those of the shop platform do not', async () => {
  const app = await withLimits({ ofAMerchant: 2 });
  const merchant = await makeMerchant(server);
  const headers = { authorization: `Bearer ${merchant.token}` };
  const link = () => app.inject({ url: '/shop/link', headers });
  expect((await list(app, merchant)).headers['ratelimit']).toMatch(/^"merchant";r=1;/);
  const last = await link();
  expect(last.statusCode).toBe(200);
  expect(last.headers).toMatchObject({
    ratelimit: expect.stringMatching(/^"merchant";r=0;/) as string,
    'cache-control': 'no-store',
  });
  const refused = await link();
  expect([refused.statusCode, codeOf(refused)]).toEqual([429, 'too_many_requests']);

  const payload = Buffer.from('{"id":1}');
  const webhook = () =>
    app.inject({
      method: 'POST',
      url: '/shop/webhooks/orders/create',
      payload,
      headers: {
        'content-type': 'application/json',
        'x-shopify-shop-domain': 'busy.myshopify.com',
        'x-shopify-hmac-sha256': signatureOfBody(server.developmentShop.clientSecret, payload),
        'x-shopify-triggered-at': new Date(TEST_NOW).toISOString(),
      },
    });
  const statuses = await statusesOf(Array.from({ length: 300 }, webhook));
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('calls beyond a merchant’s concurrency are refused at once, and other merchants’ are not', async () => {
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
  // Answered calls released their slots.
  expect((await list(app, noisy)).statusCode).toBe(200);
});

test('calls with one credential leave places to others', async () => {
  const app = await withLimits({ atOnce: 5, atOnceOfACredential: 3 });
  const [noisy, quiet] = [await makeMerchant(server), await makeMerchant(server)];
  const calls = Array.from({ length: 30 }, () => list(app, noisy));
  expect((await list(app, quiet)).statusCode).toBe(200);
  expect(await statusesOf(calls)).toContain(503);
});

test('a credential never counts toward another limit', async () => {
  const app = await withLimits({ atOnce: 1, atOnceOfACredential: 1 });
  const response = await app.inject({ url: '/api/orders', headers: { authorization: 'all' } });
  expect(response.statusCode).toBe(401);
});

test('a call beyond its address’s limit is refused before its credential is read', async () => {
  const app = await withLimits({ ofAnAddress: 1 });
  const merchant = await makeMerchant(server);
  const call = (token: string) =>
    app.inject({ url: '/api/orders', headers: { authorization: `Bearer ${token}`, locale: 'FR' } });
  expect((await call(merchant.token)).statusCode).toBe(200);
  const refused = await call('no-token-at-all');
  expect(refused.statusCode).toBe(429);
  expect(Problem.parse(refused.json())).toMatchObject({
    code: 'too_many_requests',
    title: 'Trop de requêtes',
  });
  expect(refused.headers).toMatchObject({
    'retry-after': '60',
    ratelimit: '"address";r=0;t=60',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
});

test('a credential over its limit is refused without reading its session', async () => {
  const app = await withLimits({ ofACredential: 1 });
  const merchant = await makeMerchant(server);
  expect(await statusesOf([list(app, merchant)])).toEqual([200]);
  expect(await statusesOf([list(app, merchant)])).toEqual([429]);
  const looks = vi.spyOn(server.deps.db, 'selectFrom');
  expect(await statusesOf([list(app, merchant), list(app, merchant)])).toEqual([429, 429]);
  expect(looks).not.toHaveBeenCalled();
  looks.mockRestore();
});

test('a credential has a limited number of streams open at once', async () => {
  const { address } = await listenWithLimits({ streamsOfACredential: 2 });
  const merchant = await makeMerchant(server);
  const headers = { authorization: `Bearer ${merchant.token}` };
  const follow = async () => {
    const leaving = new AbortController();
    const { status } = await fetch(`${address}/api${orderChangeEndpoints.follow.path}`, {
      headers,
      signal: leaving.signal,
    });
    return { status, leave: () => leaving.abort() };
  };
  const [first, second, third] = [await follow(), await follow(), await follow()];
  expect([first.status, second.status, third.status]).toEqual([200, 200, 503]);
  first.leave();
  await expect.poll(async () => (await follow()).status).toBe(200);
});

test('sign-ins and health checks pass when no other call does', async () => {
  const app = await withLimits({ atOnce: 0 });
  const merchant = await makeMerchant(server);
  const payload = { username: merchant.username, password: TEST_PASSWORD };
  const signIn = app.inject({ method: 'POST', url: '/api/auth/token', payload });
  expect(
    await statusesOf([list(app, merchant), signIn, app.inject('/healthz'), app.inject('/readyz')]),
  ).toEqual([503, 200, 200, 200]);
});

/** Sends requests on a connection of their own, and reads no answer. */
async function sendAndIgnore(address: string, requests: string[]): Promise<void> {
  const socket = await connectTo(address);
  socket.write(requests.join(''));
}

const requestOf = (url: string, authorization: string) =>
  `GET ${url} HTTP/1.1\r\nHost: portage.example\r\nAuthorization: Bearer ${authorization}\r\n\r\n`;

/** Statuses of a merchant’s list of orders and of a call without a session. */
async function statusesOfOthers(address: string): Promise<number[]> {
  const { token } = await makeMerchant(server);
  await pause(300);
  const calls = [
    fetch(`${address}/api/orders`, { headers: { authorization: `Bearer ${token}` } }),
    fetch(`${address}/api/contact-requests/form`),
  ];
  return (await Promise.all(calls)).map(({ status }) => status);
}

test('a connection that sends many calls and reads no answer leaves places to others', async () => {
  const { address } = await useListeningServer(server.deps);
  const large = Array.from({ length: 100 }, () => requestOf('/api/users/most_used_passwords', ''));
  const invalid = Array.from({ length: 600 }, (_, at) => requestOf('/api/orders', `${at}`));
  const publicCalls = Array.from({ length: 250 }, () =>
    requestOf('/api/contact-requests/form', ''),
  );
  await sendAndIgnore(address, [...large, ...invalid, ...publicCalls]);
  expect(await statusesOfOthers(address)).toEqual([200, 200]);
});

test('a page asked for before the last one has come is refused, and many end the connection', async () => {
  const { address } = await useListeningServer(server.deps);
  const statusesOfPages = async (count: number) => {
    const socket = (await connectTo(address)).setEncoding('latin1').resume();
    const end = () => 'ended' as const;
    const ended = once(socket, 'close').then(end, end);
    let answers = '';
    socket.on('data', (data: string) => void (answers += data));
    socket.write(requestOf('/platform/pricing', '').repeat(count));
    const last = await Promise.race([ended, pause(1_000)]);
    return [...Array.from(answers.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status), last];
  };
  expect(await statusesOfPages(2)).toEqual(['200', '503', undefined]);
  expect(await statusesOfPages(1_000)).toEqual(['ended']);
});

test('a call whose connection ends at once is no server error', async () => {
  const statuses = new Set<number>();
  const onCall = ({ status }: { status: number }) => void statuses.add(status);
  const { address } = await useListeningServer(server.deps, { watch: { onCall } });
  const call = requestOf('/api/contact-requests/form', '');
  await sendAndIgnore(address, [call.repeat(100)]);
  const resets = Array.from({ length: 50 }, async () => {
    const socket = await connectTo(address);
    socket.write(call, () => socket.resetAndDestroy());
    return once(socket, 'close');
  });
  await Promise.all(resets);
  await expect.poll(() => statuses.size).toBeGreaterThan(0);
  await pause(100);
  expect([...statuses]).not.toContain(500);
});

test('a caller that leaves while its session is read keeps no place of its merchant', async () => {
  const { app, address } = await listenWithLimits({ atOnceOfAMerchant: 2 });
  const merchant = await makeMerchant(server);
  for (let count = 0; count < 50; count += 1) {
    const socket = await connectTo(address);
    socket.write(requestOf('/api/orders', merchant.token));
    await pause(count % 5);
    socket.resetAndDestroy();
  }
  await expect.poll(async () => (await list(app, merchant)).statusCode).toBe(200);
});

test('the description of the API takes no place, also when it is not read', async () => {
  const { address } = await useListeningServer(server.deps);
  const script = (at: number) => [requestOf('/api/reference/js/scalar.js', `${at}`)];
  await Promise.all(Array.from({ length: 100 }, (_, at) => sendAndIgnore(address, script(at))));
  expect(await statusesOfOthers(address)).toEqual([200, 200]);
});

test('calls without a session leave places to those of other addresses', async () => {
  const app = await withLimits({ publicAtOnce: 5, publicAtOnceOfAnAddress: 3 });
  const { username } = await makeMerchant(server);
  const payload = { username, password: TEST_PASSWORD };
  const signIn = (remoteAddress: string) =>
    app.inject({ method: 'POST', url: '/api/auth/token', payload, remoteAddress });
  const calls = Array.from({ length: 8 }, () => signIn('192.0.2.7'));
  const statuses = await statusesOf([...calls, signIn('192.0.2.8')]);
  expect(statuses.at(-1)).toBe(200);
  expect(statuses).toContain(503);
});

test('connections beyond the limit are closed, until others end', async () => {
  const { address } = await listenWithLimits({ openConnections: 2 });
  const connect = async () => {
    const socket = await connectTo(address);
    const ended = once(socket.resume(), 'close').then(() => 'closed');
    socket.write(requestOf('/platform/pricing', ''));
    return {
      socket,
      state: await Promise.race([ended, once(socket, 'data').then(() => 'served')]),
    };
  };
  const first = await connect();
  expect([first.state, (await connect()).state]).toEqual(['served', 'served']);
  expect((await connect()).state).toBe('closed');
  first.socket.destroy();
  await expect.poll(async () => (await connect()).state).toBe('served');
});

test('bodies that arrive slowly take no places of other addresses', async () => {
  const { address } = await useListeningServer(server.deps, {
    ...optionsOf({ publicAtOnce: 2 }),
    trustedProxies: ['127.0.0.1'],
  });
  const unfinished = (from: string) =>
    `POST /api/auth/token HTTP/1.1\r\nHost: portage.example\r\nX-Forwarded-For: ${from}\r\n` +
    'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"username":"';
  await Promise.all(
    ['192.0.2.7', '192.0.2.8'].map((from) => sendAndIgnore(address, [unfinished(from)])),
  );
  expect(await statusesOfOthers(address)).toEqual([200, 200]);
});
