import { createHash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, expect, test } from 'vitest';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import { openFolder } from '../backup/file-place.ts';
import { beginLeaving, findMerchant } from '../merchants/operate-merchants.ts';
import { runStatement } from '../testing/admin-statement.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { basket, buy, makeLinkedShop, waitUntil } from '../testing/linked-shop.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { makeOrder, newOrderPayload, waitUntilPlaced } from '../testing/make-order.ts';
import { makeServiceUser } from '../testing/make-service-user.ts';
import { makeShipstation } from '../testing/make-shipstation.ts';
import { JPEG, PNG } from '../testing/sample-pictures.ts';
import { useDirectory } from '../testing/use-directory.ts';
import { useDriver } from '../testing/use-driver.ts';
import { deleteMerchantData, startDeletion } from './delete-merchant.ts';
import { exportMerchant } from './export-merchant.ts';

const server = useTestServer();
const { makeOrderWithPhotos, upload } = useDriver(server);

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  runStatement<Row>(server.databaseUrl, text, values);

// Tables of features that are not written yet.
beforeAll(async () => {
  await query(`create table robots (
    merchant_id uuid references merchants, id int, name text, key_hash bytea,
    encrypted_token text, primary key (merchant_id, id))`);
  await query('create table robot_names (name text primary key, merchant_id uuid)');
});

const invite = (merchant: TestMerchant, email: string) =>
  merchant.call('POST', '/users/account', {
    payload: { email, username: email, name: 'Invited Person', phone: '514-555-0123' },
  });

/** A merchant with something in most tables. */
async function makeRich() {
  const shop = await makeLinkedShop(server);
  const { merchant } = shop;
  const { id } = merchant.merchant;
  const { order, ids: photos } = await makeOrderWithPhotos(merchant, [JPEG, PNG]);
  await waitUntilPlaced(merchant, order.id);
  const recipient = { name: `Recipient of ${id}`, phone: '416-555-0187' };
  await merchant.call('PATCH', `/orders/${order.id}/updateOrder`, { payload: { recipient } });
  const { recipientAddress: address } = newOrderPayload();
  await merchant.call('POST', '/orders/addresses', { payload: { recipient, address } });
  const gone = await makeOrder(merchant, { recipient });
  await waitUntilPlaced(merchant, gone.id);
  await merchant.call('DELETE', `/orders/${gone.id}`);
  await buy(server, shop, { basket: basket() });
  const program = await makeServiceUser(server, merchant);
  await makeShipstation(server, merchant);
  const invited = `invited-${id}@test.example`;
  expect((await invite(merchant, invited)).statusCode).toBe(201);
  await query('insert into robots values ($1, 1, $2, $3, $4)', [id, 'R2', Buffer.of(7), 'secret']);
  await query('insert into robot_names values ($1, $2)', [`robot-${id}`, id]);
  return { ...shop, id, order, photos, usernames: [merchant.username, program.username, invited] };
}

async function exportOf(id: string) {
  const directory = await useDirectory();
  const { databaseUrl, deps } = server;
  const place = openFolder(directory);
  const manifest = await exportMerchant(deps, { merchantId: id, databaseUrl }, place);
  const read = (name: string) => fs.readFile(path.join(directory, name));
  const rowsOf = async (name: string) =>
    (await read(`${name}.jsonl`))
      .toString()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { manifest, read, rowsOf, directory };
}

/** `text in table` for each table with a row that has the text anywhere. */
async function tracesOf(texts: readonly string[]): Promise<string[]> {
  const tables = await query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname in ('public', 'graphile_worker') and relkind in ('r', 'p') order by 1`,
  );
  const found = tables.map(
    ({ name }) => `
      select text || ' in ${name}' as trace from unnest($1::text[]) as text
      where exists (
        select from ${name} as one where strpos(lower(one::text), lower(text)) > 0
      )`,
  );
  const traces = await query<{ trace: string }>(found.join(' union all '), [texts]);
  return traces.map(({ trace }) => trace).toSorted();
}

const isGone = async (id: string) => (await findMerchant(server.deps.db, id)) === undefined;

test('an export has every row of the merchant, its photos and no secrets', async () => {
  const { id, order, photos, usernames } = await makeRich();
  await makeOrder(await makeMerchant(server));
  const { manifest, read, rowsOf, directory } = await exportOf(id);

  const orders = await rowsOf('orders');
  expect(orders).toContainEqual(
    expect.objectContaining({
      id: order.id,
      created_at: expect.stringMatching(/^2026-06-10T13:00:00(\.0+)?\+00:00$/),
      document: expect.objectContaining({ trackingNumber: order.trackingNumber }),
    }),
  );
  expect(await rowsOf('robots')).toEqual([{ merchant_id: id, id: 1, name: 'R2' }]);
  expect(await rowsOf('robot_names')).toEqual([{ name: `robot-${id}`, merchant_id: id }]);
  for (const { name, rows, sha256 } of manifest.tables) {
    const lines = await rowsOf(name);
    expect([name, lines.length]).toEqual([name, rows]);
    expect(new Set(lines.map((line) => line['merchant_id'])).size).toBeLessThan(2);
    expect(
      createHash('sha256')
        .update(await read(`${name}.jsonl`))
        .digest('hex'),
    ).toBe(sha256);
  }
  const filled = manifest.tables.filter(({ rows }) => rows > 0).map(({ name }) => name);
  expect(filled).toEqual(
    expect.arrayContaining(['merchants', 'users', 'audit_entries', 'saved_addresses', 'shops']),
  );
  expect((await rowsOf('users')).map((user) => user['username'])).toEqual(
    expect.arrayContaining(usernames),
  );
  expect(await read(`photos/${photos[1]}.png`)).toEqual(
    await server.deps.photos.get(photos[1] ?? ''),
  );
  const keys = (await rowsOf('users')).flatMap((user) => Object.keys(user));
  expect(keys.filter((key) => /hash|secret|encrypted/.test(key))).toEqual([]);
  expect((await fs.stat(path.join(directory, 'orders.jsonl'))).mode & 0o077).toBe(0);
});

test('nothing of a deleted merchant is left, and its names are free', async () => {
  const { id, merchant, domain, order, photos, usernames } = await makeRich();
  const other = await makeRich();
  const before = (await exportOf(other.id)).manifest.tables;
  await recordSecurityEvent(server.deps.db, {
    ...{ at: TEST_NOW, actor: 'operator', subject: usernames[0] ?? '', merchantId: id },
    action: 'second_factor.reset',
  });
  expect(await startDeletion(server.deps, id, 'orders 3')).toBe(true);
  expect(await startDeletion(server.deps, id, 'orders 3')).toBe(false);
  expect((await merchant.call('GET', '/orders')).statusCode).toBe(401);
  await waitUntil(() => isGone(id));

  const used = [...usernames, order.trackingNumber, `robot-${id}`, `Recipient of ${id}`];
  expect(await tracesOf([id, domain, ...used])).toEqual([
    `${id} in graphile_worker._private_jobs`,
    `${id} in public.security_events`,
    `${domain} in graphile_worker._private_jobs`,
  ]);
  const jobs = await query<{ name: string }>(
    `select distinct identifier as name from graphile_worker._private_jobs as jobs
     join graphile_worker._private_tasks as tasks on tasks.id = task_id
     where payload ->> 'merchantId' = $1 order by 1`,
    [id],
  );
  expect(jobs.map(({ name }) => name)).toEqual(['delete-stray-picture', 'leave-shop']);
  for (const photo of photos) expect(await server.deps.photos.get(photo)).toBeUndefined();
  expect((await upload(order.trackingNumber, JPEG)).statusCode).toBe(404);

  const events = await query<{ action: string; actor: string }>(
    'select * from security_events where merchant_id = $1 order by at, id',
    [id],
  );
  expect(events.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['sign_in.succeeded', 'merchant.leaving', 'merchant.deleted']),
  );
  expect(new Set(events.map(({ actor }) => actor))).toEqual(new Set(['erased', 'operator']));

  const after = (await exportOf(other.id)).manifest.tables;
  const unlogged = (tables: typeof before) =>
    tables.filter(({ name }) => name !== 'security_events');
  expect(unlogged(after)).toEqual(unlogged(before));
  const erased = await query(
    'select * from security_events where merchant_id = $1 and actor = $2',
    [other.id, 'erased'],
  );
  expect(erased).toEqual([]);
  const [, , invited = ''] = usernames;
  const again = await invite(other.merchant, invited);
  expect(again.statusCode, again.body).toBe(201);
});

test('files that arrive while their merchant is deleted are not kept', async () => {
  const merchant = await makeMerchant(server);
  const { id } = merchant.merchant;
  const boundary = 'between-files';
  const part = (name: string, content: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${name}.csv"\r\n\r\n${content}\r\n`;
  const files = Readable.from(
    (async function* () {
      yield part('orderPackages', 'order_ref_number,package_weight\nA-1,4');
      await waitUntil(() => isGone(id));
      yield part('orderDetails', 'order_ref_number,recipient_name\nA-1,Zoé Tremblay');
      yield `--${boundary}--\r\n`;
    })(),
  );
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const uploading = merchant.call('POST', '/orders/imports', { payload: files, headers });
  await waitUntil(
    async () => (await query('select from imports where merchant_id = $1', [id])).length > 0,
  );
  await startDeletion(server.deps, id, 'orders 0');
  expect((await uploading).statusCode).toBe(401);
  expect(await tracesOf([id])).toEqual([`${id} in public.security_events`]);
});

test('an interrupted deletion continues where it was', async () => {
  const { id } = await makeRich();
  const { deps } = server;
  await beginLeaving(deps.db, id, deps.clock.now());
  let deletions = 0;
  const failing = {
    ...deps.photos,
    delete: async (photo: string) => {
      deletions += 1;
      if (deletions === 2) throw new Error('the store is away');
      await deps.photos.delete(photo);
    },
  };
  await expect(deleteMerchantData({ ...deps, photos: failing }, id)).rejects.toThrow('away');
  expect(await isGone(id)).toBe(false);
  await query(
    `insert into idempotency_keys
     select $1, 'key ' || number, '', '{}', now() from generate_series(1, 9000) as number`,
    [id],
  );
  await deleteMerchantData(deps, id);
  await waitUntil(() => isGone(id));
  await expect(deleteMerchantData(deps, id)).resolves.toBeUndefined();
});

test('a merchant that is not leaving is not deleted', async () => {
  const { merchant } = await makeMerchant(server);
  await deleteMerchantData(server.deps, merchant.id);
  expect(await isGone(merchant.id)).toBe(false);
});
