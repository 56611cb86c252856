import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Order } from '@portage/contract/orders/orders';
import { SessionTokens } from '@portage/contract/users/sessions';
import { checkSchema } from './db/migrate.ts';
import { insertMerchant } from './testing/cheap-account.ts';
import { hasEarlierVersions, unpackVersion } from './testing/earlier-versions.ts';
import { newOrderPayload } from './testing/make-order.ts';
import { startServerProcess } from './testing/server-process.ts';
import { useEmptyDatabase } from './testing/test-database.ts';
import { useDirectory } from './testing/use-directory.ts';

/** Milliseconds. */
const LOAD = 4_000;

type Call = (address: string, method: string, path: string, body?: object) => Promise<Response>;

/** Creates, lists, edits, prints and hands over orders, each call at another server than the last. */
async function work(addresses: () => string[], call: Call, signal: AbortSignal): Promise<string[]> {
  const ids: string[] = [];
  let turn = 0;
  const next = async <Body>(
    method: string,
    path: string,
    body?: object,
  ): Promise<Body | undefined> => {
    const all = addresses();
    turn += 1;
    const address = all[turn % all.length] ?? '';
    const response = await call(address, method, path, body);
    // The test machine may be busy.
    if (response.status === 503 && (await response.clone().text()).includes('"busy"')) {
      return next<Body>(method, path, body);
    }
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.headers.get('content-type')?.includes('json') === true
      ? ((await response.json()) as Body)
      : undefined;
  };
  while (!signal.aborted) {
    const created = await next<Order>('POST', '/orders', newOrderPayload());
    const id = created?.id ?? '';
    ids.push(id);
    for (;;) {
      const order = await next<Order>('GET', `/orders/${id}`);
      if (order?.orderStatus === 'GEOCODED') break;
      await setTimeout(20);
    }
    await next('PATCH', `/orders/${id}/updateOrder`, { notes: 'Ring twice' });
    await next('GET', `/labels/${id}`);
    await next('PATCH', `/orders/${id}/pickupready`);
    await next('GET', '/orders');
  }
  return ids;
}

/** Settings of one server, or of several. */
async function settingsFor(url: string) {
  return {
    DATABASE_URL: url,
    PORTAGE_DATA: await useDirectory(),
    PORTAGE_SECRET_KEYS: `1:${randomBytes(32).toString('base64')}`,
  };
}

test.skipIf(!(await hasEarlierVersions()))(
  'the released version and this one work side by side on one database, under load',
  { timeout: 120_000 },
  async () => {
    const { url, db } = await useEmptyDatabase();
    const settings = await settingsFor(url);
    const released = await startServerProcess(settings, await unpackVersion('released'));
    await released.listening;
    const { username, password } = await insertMerchant(db);
    const headers = { 'content-type': 'application/json', authorization: '' };
    const call: Call = (address, method, path, body) =>
      fetch(`${address}/api${path}`, {
        ...{ method, headers },
        ...(body && { body: JSON.stringify(body) }),
      });
    const signedIn = await call(released.address, 'POST', '/auth/token', { username, password });
    headers.authorization = `Bearer ${SessionTokens.parse(await signedIn.json()).token}`;

    expect(await checkSchema(db)).toBe('older');
    const addresses = [released.address];
    const done = new AbortController();
    const working = Promise.all([1, 2, 3].map(() => work(() => addresses, call, done.signal)));
    working.catch(() => done.abort());
    // Migrates while the released version works.
    const current = await startServerProcess(settings);
    await current.listening;
    expect(await checkSchema(db)).toBe('current');
    addresses.push(current.address);
    await Promise.race([setTimeout(LOAD), working]);
    addresses.splice(1);
    await setTimeout(LOAD / 4);
    done.abort();
    const ids = (await working).flat();

    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(10);
    for (const { address } of [released, current]) {
      for (const id of ids) {
        const order = (await (await call(address, 'GET', `/orders/${id}`)).json()) as Order;
        expect(order).toMatchObject({ orderStatus: 'PICKUP_READY', notes: 'Ring twice' });
      }
    }
  },
);

/** What no update and no simulated driver may change. */
const lastingParts = sql<{ id: string; recipient: string; number: string; reference: string }>`
  select id, document->'recipient'->>'name' as recipient,
    document->>'trackingNumber' as number, document->>'refNumber' as reference
  from orders order by id`;

test.skipIf(!(await hasEarlierVersions()))(
  'the demo of the first version is updated by the last one before the fold, then by this one',
  { timeout: 240_000 },
  async () => {
    const { url, db } = await useEmptyDatabase();
    const settings = { ...(await settingsFor(url)), PORTAGE_DEMO: 'on' };
    const start = async (root?: string) => {
      const server = await startServerProcess(settings, root);
      await server.listening;
      return server;
    };
    const stop = async ({ process, ended }: Awaited<ReturnType<typeof start>>) => {
      process.kill('SIGTERM');
      expect(await ended).toEqual({ code: 0, errors: '' });
    };
    await stop(await start(await unpackVersion('first')));
    const { rows: before } = await lastingParts.execute(db);
    expect(before.length).toBeGreaterThan(2000);

    await expect(checkSchema(db)).rejects.toThrow(/0002-orders/);

    await stop(await start(await unpackVersion('beforeFold')));
    const current = await start();
    expect(await checkSchema(db)).toBe('current');
    const { rows: after } = await lastingParts.execute(db);
    const known = new Set(before.map(({ id }) => id));
    expect(after.filter(({ id }) => known.has(id))).toEqual(before);

    const signIn = { username: 'demo@portage.example', password: 'Portage-Demo-1' };
    const post = (path: string, body: object) =>
      fetch(`${current.address}/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const { token } = SessionTokens.parse(await (await post('/auth/token', signIn)).json());
    const headers = { authorization: `Bearer ${token}` };
    const listed = await fetch(`${current.address}/api/orders`, { headers });
    const { orders } = (await listed.json()) as { orders: Order[] };
    expect(orders).toHaveLength(100);
  },
);
