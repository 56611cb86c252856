import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { expect, test } from 'vitest';
import { useTestServer } from './testing/build-test-server.ts';
import { codeOf, makeMerchant } from './testing/make-merchant.ts';
import { securityEvents } from './testing/security-events.ts';
import { useListeningServer, useServer } from './testing/use-server.ts';

const server = useTestServer();

async function startWithACallUnderWay() {
  const { token } = await makeMerchant(server);
  const arrived = Promise.withResolvers<undefined>();
  const leave = Promise.withResolvers<undefined>();
  const places = {
    ...server.deps.places,
    suggest: async () => {
      arrived.resolve(undefined);
      await leave.promise;
      return [];
    },
  };
  const { app, address, port } = await useListeningServer({ ...server.deps, places });
  const caller = new AbortController();
  const answer = fetch(`${address}/api/places/suggestions?text=a`, {
    headers: { authorization: `Bearer ${token}` },
    signal: caller.signal,
  });
  await arrived.promise;
  return {
    app,
    port,
    answer,
    giveUp: () => caller.abort(),
    finish: () => leave.resolve(undefined),
  };
}

async function firstRefusal(port: number): Promise<number> {
  for (;;) {
    const { status } = await fetch(`http://127.0.0.1:${port}/healthz`);
    if (status !== 200) return status;
  }
}

test('a stop refuses new calls and answers the running one', async () => {
  const { app, port, answer, finish } = await startWithACallUnderWay();
  const stopped = app.close();
  expect(await firstRefusal(port)).toBe(503);
  finish();
  expect((await answer).status).toBe(200);
  await stopped;
});

test('a call that a stop gives up does not look answered to an HTTP/1.0 proxy', async () => {
  const { app, answer, finish } = await startWithACallUnderWay();
  const outcome = answer.catch((error: unknown) => error);
  await app.close();
  expect(await outcome).toMatchObject({ cause: { code: 'ECONNRESET' } });
  finish();
}, 20_000);

test('a stop does not wait for idle connections', async () => {
  const { app, port, answer, finish } = await startWithACallUnderWay();
  const idle = net.connect(port, '127.0.0.1');
  await once(idle, 'connect');
  const stopped = app.close();
  finish();
  await Promise.all([answer, stopped, once(idle, 'close')]);
  expect(app.server.listening).toBe(false);
});

test('a stop does not wait for callers that left', async () => {
  const { app, answer, giveUp, finish } = await startWithACallUnderWay();
  giveUp();
  await expect(answer).rejects.toThrow('aborted');
  finish();
  const begun = performance.now();
  await app.close();
  expect(performance.now() - begun).toBeLessThan(5_000);
});

test.each([
  ['a trusted proxy', '10.1.2.3', '203.0.113.9', '203.0.113.9'],
  ['anybody else', '198.51.100.7', '203.0.113.9', '198.51.100.7'],
  // The first entry is what the caller claims, the last is what the proxy saw.
  ['a caller through a trusted proxy', '10.1.2.3', '192.0.2.1, 203.0.113.9', '203.0.113.9'],
])('X-Forwarded-For of %s counts as far as its sender is trusted', async (...given) => {
  const [, remoteAddress, forwardedFor, believed] = given;
  const app = await useServer(server.deps, { trustedProxies: ['10.0.0.0/8'] });
  const username = `${randomUUID()}@test.example`;
  await app.inject({
    method: 'POST',
    url: '/api/auth/token',
    payload: { username, password: 'Wrong-1234' },
    remoteAddress,
    headers: { 'x-forwarded-for': forwardedFor },
  });
  const [event] = await securityEvents(server.deps.db, 'sign_in', { actor: username });
  expect(event?.address).toBe(believed);
});

test('beside the portal, pages opened from the API are its own errors', async () => {
  const config = {
    apiUrl: '/api',
    trackingUrl: '/track',
    map: undefined,
    demo: false,
    demoSignIns: [],
    version: '1.0.0',
  };
  const portal = { directory: import.meta.dirname, config };
  const app = await useServer(server.deps, { portal });
  const open = (url: string) => app.inject({ url, headers: { accept: 'text/html' } });
  const unknown = await open('/api/nowhere');
  expect([unknown.statusCode, codeOf(unknown)]).toEqual([404, 'not_found']);
  for (const url of ['/api/auth/token', '/shop/webhooks/orders/create']) {
    const otherMethod = await open(url);
    expect(otherMethod.statusCode, url).toBe(405);
    expect(otherMethod.headers.allow, url).toBe('POST');
  }
});

const PROXY_ID = '4bf92f3577b34da6a3ce929d0e0e4736';

test.each([
  ['a trusted proxy', '10.1.2.3', PROXY_ID, true],
  ['a trusted proxy, when it is malformed', '10.1.2.3', 'an id "with" quotes', false],
  ['any other caller', '198.51.100.7', PROXY_ID, false],
])('the request id of %s is returned when it can be believed', async (...given) => {
  const [, remoteAddress, id, isBelieved] = given;
  const app = await useServer(server.deps, { trustedProxies: ['10.0.0.0/8', '2001:db8::1'] });
  const { headers } = await app.inject({
    url: '/api/orders',
    remoteAddress,
    headers: { 'x-request-id': id },
  });
  expect(headers['x-request-id']).toMatch(isBelieved ? id : /^[\da-f-]{36}$/);
});
