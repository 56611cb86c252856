import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import net from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, openPool } from './db/database.ts';
import type { Deps } from './deps.ts';
import { buildServer, type ServerOptions } from './server.ts';
import { useTestServer } from './testing/build-test-server.ts';
import { callAs, makeMerchant } from './testing/make-merchant.ts';
import { plentifulLimits } from './testing/plentiful-limits.ts';
import { recordedLog } from './testing/recorded-log.ts';
import { useUnreachableDatabase } from './testing/test-database.ts';

const server = useTestServer();

test('the log of a call has its path and its outcome, and neither its token nor its query', async () => {
  const merchant = await makeMerchant(server);
  const { log, lines } = recordedLog('trace');
  const app = await buildServer({ ...server.deps, log });
  await callAs(app, merchant)('GET', '/orders/addresses?freeSearch=Tremblay');
  await app.close();
  const written = lines.join('');
  expect(written).toContain('"path":"/api/orders/addresses"');
  expect(written).toContain('"statusCode":200');
  expect(written).not.toContain('Tremblay');
  expect(written).not.toContain(merchant.token);
});

test('the log of a database error leaves out the row', async () => {
  const { log, lines } = recordedLog('trace');
  const broken = await server.deps.db
    .insertInto('users')
    .values({
      id: '019c0000-0000-7000-8000-000000000000',
      merchant_id: '019c0000-0000-7000-8000-000000000000',
      username: 'zoe.tremblay@test.example',
      name: 'Zoé Tremblay',
      kind: 'user',
      password_hash: null as never,
      must_change_password: false,
      created_at: new Date(0),
    })
    .execute()
    .catch((error: unknown) => error);
  expect(broken).toHaveProperty('detail', expect.stringContaining('Tremblay'));
  log.error({ err: broken }, 'unexpected error');
  expect(lines.join('')).toContain('"code":"23502"');
  expect(lines.join('')).not.toMatch(/tremblay/i);
});

async function serverWith(changes: (deps: Deps) => Partial<Deps>, options: ServerOptions = {}) {
  const { log, lines } = recordedLog('warn');
  const deps = { ...server.deps, log };
  const app = await buildServer({ ...deps, ...changes(deps) }, options);
  /** Closes the server and reads its lines. */
  const written = async () => {
    await app.close();
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  return { app, written };
}

const suggesting = (deps: Deps, work: () => Promise<void>) => ({
  places: {
    ...deps.places,
    async suggest() {
      await work();
      return [];
    },
  },
});

const SUGGESTIONS = '/places/suggestions?text=Tremblay';

test('a failed call is one line with its id, route, merchant and user, without its query', async () => {
  const { token, merchant } = await makeMerchant(server);
  const { app, written } = await serverWith((deps) =>
    suggesting(deps, () => Promise.reject(new Error('It is broken'))),
  );
  const answer = await callAs(app, { token })('GET', SUGGESTIONS);
  expect(await written()).toEqual([
    expect.objectContaining({
      level: 50,
      reqId: answer.headers['x-request-id'],
      method: 'GET',
      route: '/api/places/suggestions',
      status: 500,
      duration: expect.any(Number),
      merchantId: merchant.id,
      user: expect.stringMatching(/^[\w-]{36}$/),
      err: expect.objectContaining({ message: 'It is broken' }),
      msg: 'call failed',
    }),
  ]);
  expect(answer.json()).toMatchObject({ requestId: answer.headers['x-request-id'] });
  expect(JSON.stringify(await written())).not.toMatch(/Tremblay|Bearer/);
  expect(JSON.stringify(await written())).not.toContain(token);
});

test('a server that is not ready says why in one line', async () => {
  const { app, written } = await serverWith(() => ({ db: useUnreachableDatabase() }));
  await app.inject({ url: '/readyz' });
  expect(await written()).toEqual([
    expect.objectContaining({
      msg: 'call failed',
      route: '/readyz',
      status: 503,
      err: expect.objectContaining({ code: 'ECONNREFUSED' }),
    }),
  ]);
});

test('calls refused by the limiter are counted in one line a minute', async () => {
  const { token } = await makeMerchant(server);
  const callLimits = { ...plentifulLimits, atOnceOfACredential: 0 };
  const { app, written } = await serverWith(() => ({}), { callLimits });
  const call = () => callAs(app, { token })('GET', SUGGESTIONS);
  const refused = await call();
  await call();
  expect(refused.statusCode).toBe(503);
  expect(refused.headers['x-request-id']).toBe(refused.json<{ requestId: string }>().requestId);
  expect(await written()).toEqual([
    expect.objectContaining({ msg: 'calls were refused', refused: { credential_at_once: 1 } }),
  ]);
});

test('a slow call is logged, a quick one is not', async () => {
  const { token, merchant } = await makeMerchant(server);
  const { app, written } = await serverWith(
    (deps) => suggesting(deps, () => sql`select pg_sleep(0.3)`.execute(deps.db).then(() => {})),
    { watch: { slowCall: 250 } },
  );
  await app.inject({ url: '/healthz' });
  await callAs(app, { token })('GET', SUGGESTIONS);
  expect(await written()).toEqual([
    expect.objectContaining({
      msg: 'slow call',
      status: 200,
      route: '/api/places/suggestions',
      merchantId: merchant.id,
    }),
  ]);
});

test('a call that never came in full is not measured, and logged as 499 unless it is public', async () => {
  const { token } = await makeMerchant(server);
  const calls: unknown[] = [];
  const watch = { slowCall: 1, onCall: (call: unknown) => void calls.push(call) };
  const { app, written } = await serverWith(() => ({}), { watch });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const cutOff = async (path: string, headers = '') => {
    const client = net.connect(Number(port), '127.0.0.1');
    const begun = once(app.server, 'request') as Promise<[unknown, ServerResponse]>;
    client.write(
      `POST /api${path} HTTP/1.1\r\nHost: portage.example\r\n${headers}` +
        'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"username":"',
    );
    const [, response] = await begun;
    await setTimeout(50);
    client.destroy();
    await once(response, 'close');
  };
  await cutOff('/auth/token');
  await cutOff('/rates', `Authorization: Bearer ${token}\r\n`);
  expect(await written()).toEqual([
    expect.objectContaining({ msg: 'slow call', route: '/api/rates', status: 499 }),
  ]);
  expect(calls).toEqual([]);
});

test('a slow query is logged with its call’s id, without its values', async () => {
  const { app, written } = await serverWith((deps) => {
    const db = openDatabase(openPool(server.databaseUrl, deps.log, 1), {
      log: deps.log,
      slowQuery: 250,
    });
    onTestFinished(() => db.destroy());
    const signIn = async ({ username }: { username: string }): Promise<never> => {
      await sql`select pg_sleep(0.3), ${username}::text`.execute(db);
      throw new Error('No sign-in');
    };
    return { identity: { ...deps.identity, signIn } };
  });
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/token',
    payload: { username: 'zoe.tremblay@test.example', password: 'Secret-1234' },
  });
  const lines = await written();
  expect(lines[0]).toMatchObject({
    msg: 'slow query',
    reqId: answer.headers['x-request-id'],
    sql: 'select pg_sleep(0.3), $1::text',
  });
  expect(JSON.stringify(lines)).not.toMatch(/tremblay/i);
});
