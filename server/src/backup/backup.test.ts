import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openDatabase, openPool } from '../db/database.ts';
import { listMerchantOwnedTables } from '../db/distribute-tables.ts';
import { listMerchantTables } from '../merchant-data/merchant-data-queries.ts';
import { openPhotoFiles } from '../photos/photo-store.ts';
import { getSecret } from '../secrets/get-secret.ts';
import { limitTransactions, runStatement } from '../testing/admin-statement.ts';
import { useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { JPEG, PNG } from '../testing/sample-pictures.ts';
import { useStrictBucket } from '../testing/strict-bucket.ts';
import { useClonedDatabase, useEmptyDatabase } from '../testing/test-database.ts';
import { useDirectory } from '../testing/use-directory.ts';
import { useDriver } from '../testing/use-driver.ts';
import { backUp, KEYS, MANIFEST, type Manifest, photoFile, tableFile } from './backup.ts';
import { type FilePlace, openBucketPlace, openFolder, readWhole } from './file-place.ts';
import { restoreBackup } from './restore.ts';

const server = useTestServer();
const { makeOrderWithPhotos } = useDriver(server);

const bucket = useStrictBucket();

let folder: string;
let place: FilePlace;
beforeEach(async () => {
  folder = path.join(await useDirectory(), 'backup');
  place = openFolder(folder);
});

const places = {
  folder: () => place,
  bucket: () => openBucketPlace(bucket, `drills/${randomUUID()}`),
};

async function makeTarget() {
  const directory = path.join(path.dirname(folder), 'target');
  await fs.mkdir(directory);
  const photos = await openPhotoFiles(directory);
  const keyFile = path.join(directory, 'secret-keys.json');
  return { databaseUrl: (await useEmptyDatabase()).url, photos, keyFile };
}

/** Hashes every row by table; the queue's own rows change while it works. */
async function fingerprint(url: string, { tables }: Manifest): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const { schema, name } of tables.filter(({ schema }) => schema === 'public')) {
    const [row] = await runStatement<{ hash: string }>(
      url,
      `select coalesce(md5(string_agg(line, e'\n' order by line)), '') as hash
       from (select one::text as line from ${schema}.${name} as one) as lines`,
    );
    hashes[`${schema}.${name}`] = row?.hash ?? '';
  }
  return hashes;
}

async function backUpServer(to = place): Promise<Manifest> {
  const keyFile = path.join(path.dirname(folder), 'secret-keys.json');
  await fs.writeFile(keyFile, '{"keys":"of the source"}');
  return backUp({ databaseUrl: server.databaseUrl, photos: server.deps.photos, keyFile }, to);
}

test.each(Object.entries(places))(
  'a restored backup in a %s has every row, photo and key',
  async (_name, open) => {
    const to = await open();
    const merchant = await makeMerchant(server);
    const { ids } = await makeOrderWithPhotos(merchant, [JPEG, PNG]);
    await getSecret(server.deps, 'photo-links');
    const manifest = await backUpServer(to);
    expect(manifest.photos).toBeGreaterThanOrEqual(2);

    const target = await makeTarget();
    await restoreBackup(to, target);
    const [source, restored] = await Promise.all(
      [server.databaseUrl, target.databaseUrl].map((url) => fingerprint(url, manifest)),
    );
    expect(restored).toEqual(source);
    expect(Object.keys(restored ?? {})).toEqual(
      expect.arrayContaining(['public.orders', 'public.secrets', 'public.order_photos']),
    );
    for (const id of ids) {
      expect(await target.photos.get(id)).toEqual(await server.deps.photos.get(id));
    }
    expect(await fs.readFile(target.keyFile)).toEqual(await readWhole(to, KEYS));
    expect((await fs.stat(target.keyFile)).mode & 0o077).toBe(0);
  },
);

test('a backup is restored alike where databases write dates, bytes and names in another way', async () => {
  const merchant = await makeMerchant(server);
  await makeOrderWithPhotos(merchant, [JPEG]);
  const database = new URL(server.databaseUrl).pathname.slice(1);
  const alter = (change: string) =>
    runStatement(server.databaseUrl, `alter database ${database} ${change}`);
  const settings = { datestyle: 'SQL, DMY', bytea_output: 'escape', quote_all_identifiers: 'on' };
  for (const [name, value] of Object.entries(settings)) await alter(`set ${name} to '${value}'`);
  const manifest = await backUpServer();
  await alter('reset all');

  const target = await makeTarget();
  await restoreBackup(place, target);
  expect(await fingerprint(target.databaseUrl, manifest)).toEqual(
    await fingerprint(server.databaseUrl, manifest),
  );
});

test("a backup is restored into the schema of an operator's choice, and made from there", async () => {
  const merchant = await makeMerchant(server);
  await makeOrderWithPhotos(merchant, [JPEG]);
  const manifest = await backUpServer();

  const target = await makeTarget();
  const database = new URL(target.databaseUrl).pathname.slice(1);
  await runStatement(target.databaseUrl, 'create schema "my-Depot"');
  await runStatement(
    target.databaseUrl,
    `alter database ${database} set search_path to "my-Depot"`,
  );
  await restoreBackup(place, target);
  const copy = openFolder(path.join(path.dirname(folder), 'copy'));
  const { tables } = await backUp(target, copy);
  const rowsOf = (all: Manifest['tables']) =>
    all
      .filter(({ schema }) => schema === 'public')
      .map(({ name, rows, sha256 }) => ({ name, rows, sha256 }));
  expect(rowsOf(tables)).toEqual(rowsOf(manifest.tables));

  const db = openDatabase(openPool(target.databaseUrl, server.deps.log, 1));
  onTestFinished(() => db.destroy());
  expect(await listMerchantTables(db)).toEqual(await listMerchantTables(server.deps.db));
  expect(await listMerchantOwnedTables(db)).toEqual(await listMerchantOwnedTables(server.deps.db));
});

test("a backup outlasts the limits of an operator's transactions", async () => {
  const { databaseUrl } = server;
  const name = new URL(databaseUrl).pathname.slice(1);
  await limitTransactions(databaseUrl);
  onTestFinished(
    async () => void (await runStatement(databaseUrl, `alter database ${name} reset all`)),
  );
  let isFirst = true;
  await backUpServer({
    ...place,
    async write(file, chunks) {
      if (isFirst) await setTimeout(1_500);
      isFirst = false;
      await place.write(file, chunks);
    },
  });
});

test('the queue continues after a restore, including jobs that a lost server had taken', async () => {
  const merchant = await makeMerchant(server);
  await makeOrderWithPhotos(merchant, [JPEG]);
  const add =
    "select id from graphile_worker.add_job('connect-shop', '{}', run_at => '2999-01-01')";
  const [taken] = await runStatement<{ id: string }>(server.databaseUrl, add);
  await runStatement(
    server.databaseUrl,
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'lost' where id = $1`,
    [taken?.id],
  );
  await backUpServer();
  const target = await makeTarget();
  await restoreBackup(place, target);
  const locked = 'select id from graphile_worker._private_jobs where locked_by is not null';
  expect(await runStatement(target.databaseUrl, locked)).toEqual([]);
  const [next] = await runStatement<{ id: string }>(target.databaseUrl, add);
  expect(Number(next?.id)).toBeGreaterThan(Number(taken?.id));
});

test('a damaged or unfinished backup is refused before anything is written', async () => {
  const merchant = await makeMerchant(server);
  const { ids } = await makeOrderWithPhotos(merchant, [JPEG]);
  await backUpServer();
  const target = await makeTarget();
  const damage = async (name: string, change: (bytes: Buffer) => Buffer) => {
    const file = path.join(folder, name);
    const bytes = await fs.readFile(file);
    await fs.writeFile(file, change(bytes));
    const refusal = await restoreBackup(place, target).catch((error: unknown) => String(error));
    await fs.writeFile(file, bytes);
    return refusal;
  };
  const orders = tableFile({ schema: 'public', name: 'orders' });
  const withoutLastRow = (bytes: Buffer) => {
    const text = gunzipSync(bytes);
    return gzipSync(text.subarray(0, text.lastIndexOf(10, -2) + 1));
  };
  expect(await damage(orders, withoutLastRow)).toContain('damaged: orders is missing or differs');
  expect(await damage(orders, (bytes) => bytes.subarray(0, -20))).toContain('damaged: orders');
  const [id = ''] = ids;
  expect(await damage(photoFile(id), () => Buffer.from('x'))).toContain(`photo ${id}`);
  expect(await damage(MANIFEST, () => Buffer.from('{'))).toContain('manifest.json');
  const newer = (bytes: Buffer) =>
    Buffer.from(
      bytes.toString().replace(/"lastMigration": ".*"/, '"lastMigration": "9001-robots"'),
    );
  expect(await damage(MANIFEST, newer)).toContain('belongs to a newer Portage');
  await expect(restoreBackup(openFolder(path.dirname(folder)), target)).rejects.toThrow(
    'no finished backup',
  );
  const tables = await runStatement(
    target.databaseUrl,
    "select from pg_class where relnamespace = 'public'::regnamespace",
  );
  expect(tables).toEqual([]);
});

test('neither a database nor a folder in use is overwritten', async () => {
  await backUpServer();
  await expect(backUpServer()).rejects.toThrow('is not empty');
  const target = { ...(await makeTarget()), databaseUrl: (await useClonedDatabase()).url };
  await expect(restoreBackup(place, target)).rejects.toThrow('The database is in use');
  await fs.writeFile(target.keyFile, '{"keys":"of another"}');
  const empty = { ...target, databaseUrl: (await useEmptyDatabase()).url };
  await expect(restoreBackup(place, empty)).rejects.toThrow('There are other keys');
});

test('a backup that loses its database fails unfinished', async () => {
  const merchant = await makeMerchant(server);
  await makeOrderWithPhotos(merchant, [JPEG]);
  // Pauses after more ids than a packet holds.
  await runStatement(
    server.databaseUrl,
    `insert into order_photos
      select merchant_id, order_id, gen_random_uuid(), media_type, uploaded_at
      from (select * from order_photos limit 1) as one, generate_series(1, 1000);
    alter table order_photos rename to all_photos;
    create view order_photos as
      select * from all_photos
      union all select all_photos.* from all_photos, (select pg_sleep(600)) as pause`,
  );
  onTestFinished(async () => {
    await runStatement(
      server.databaseUrl,
      'drop view order_photos; alter table all_photos rename to order_photos',
    );
  });
  let isOver = false;
  const photos = {
    ...server.deps.photos,
    get: async () => {
      const end = `select pg_terminate_backend(pid, 1000) from pg_stat_activity
        where query like 'copy (select id from order_photos%' and pid <> pg_backend_pid()`;
      if (!isOver) await runStatement(server.databaseUrl, end);
      isOver = true;
      return undefined;
    },
  };
  const { databaseUrl } = server;
  await expect(backUp({ databaseUrl, photos, keyFile: undefined }, place)).rejects.toThrow();
  await expect(restoreBackup(place, await makeTarget())).rejects.toThrow('no finished backup');
});
