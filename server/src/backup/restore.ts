import { hash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { from as copyFrom } from 'pg-copy-streams';
import { openDatabase, openPool, pingDatabase } from '../db/database.ts';
import { checkSchema, migrate } from '../db/migrate.ts';
import { migrateJobs } from '../jobs/worker.ts';
import { openLog } from '../log.ts';
import { damagedBackup, databaseUnreachable, refused } from '../startup-error.ts';
import {
  connectTo,
  copyTarget,
  type Installation,
  KEYS,
  linesOf,
  MANIFEST,
  Manifest,
  measure,
  PHOTO_LIST,
  photoFile,
  PHOTOS_AT_ONCE,
  quotedName,
  tableFile,
} from './backup.ts';
import { type FilePlace, readWhole } from './file-place.ts';

/** Checks everything before writing. Throws as `requireEmpty`, `damagedBackup`, `schemaTooNew`. */
export async function restoreBackup(place: FilePlace, to: Installation): Promise<Manifest> {
  await requireEmpty(to.databaseUrl);
  const manifest = await readManifest(place);
  for (const table of manifest.tables) {
    const measured = measure();
    const zipped = await readTable(place, table);
    await pipeline(zipped, createGunzip(), measured.pass, discard).catch((error: unknown) => {
      throw damagedBackup(place.address, table.name, error);
    });
    const { rows, sha256 } = measured.total();
    if (rows !== table.rows || sha256 !== table.sha256) {
      throw damagedBackup(place.address, table.name);
    }
  }
  await eachPhoto(place, manifest, async () => undefined);
  const keys = manifest.hasKeys ? await readWhole(place, KEYS) : undefined;
  if (manifest.hasKeys && keys === undefined) throw damagedBackup(place.address, KEYS);

  const log = openLog('silent');
  const db = openDatabase(openPool(to.databaseUrl, log, 1));
  try {
    if (keys && to.keyFile !== undefined) await writeKeys(keys, to.keyFile);
    await migrate(db, manifest.lastMigration);
    await migrateJobs({ db, log }, to.databaseUrl);
    await loadTables(place, manifest, to.databaseUrl);
    await migrate(db);
  } finally {
    await db.destroy();
  }
  const { photos } = to;
  if (photos) await eachPhoto(place, manifest, (id, picture) => photos.put(id, picture));
  return manifest;
}

/** Throws `databaseUnreachable` and `refused`. */
export async function requireEmpty(databaseUrl: string): Promise<void> {
  const db = openDatabase(openPool(databaseUrl, openLog('silent'), 1));
  try {
    await pingDatabase(db).catch((error: unknown) => {
      throw databaseUnreachable(databaseUrl, error, '');
    });
    if ((await checkSchema(db)) !== 'missing') {
      throw refused('The database is in use. Choose an empty one.');
    }
  } finally {
    await db.destroy();
  }
}

async function readManifest(place: FilePlace): Promise<Manifest> {
  const text = await readWhole(place, MANIFEST);
  if (text === undefined) throw refused(`There is no finished backup in ${place.address}.`);
  try {
    return Manifest.parse(JSON.parse(text.toString()));
  } catch (error) {
    throw damagedBackup(place.address, MANIFEST, error);
  }
}

/** Rows as PostgreSQL copies them, compressed. Throws `damagedBackup`. */
async function readTable(place: FilePlace, table: Manifest['tables'][number]) {
  const zipped = await place.read(tableFile(table));
  if (!zipped) throw damagedBackup(place.address, table.name);
  return zipped;
}

async function discard(chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of chunks);
}

/** Throws `damagedBackup` for a picture that is missing or differs. */
async function eachPhoto(
  place: FilePlace,
  { photos }: Manifest,
  work: (id: string, picture: Buffer) => Promise<void>,
): Promise<void> {
  if (photos === 0) return;
  const list = await place.read(PHOTO_LIST);
  if (!list) throw damagedBackup(place.address, PHOTO_LIST);
  let count = 0;
  const checkPhoto = async (line: string) => {
    const [id = '', sha256] = line.split(' ');
    const picture = await readWhole(place, photoFile(id));
    const isWhole = picture && hash('sha256', picture) === sha256;
    if (!isWhole) throw damagedBackup(place.address, `photo ${id}`);
    count += 1;
    await work(id, picture);
  };
  await Readable.from(linesOf(list)).forEach(checkPhoto, { concurrency: PHOTOS_AT_ONCE });
  if (count !== photos) throw damagedBackup(place.address, PHOTO_LIST);
}

/** Throws `refused` where they differ. */
async function writeKeys(keys: Buffer, file: string): Promise<void> {
  const existing = await fs.readFile(file).catch(() => undefined);
  if (existing === undefined) await fs.writeFile(file, keys, { mode: 0o600, flag: 'wx' });
  else if (!existing.equals(keys)) {
    throw refused(`There are other keys in ${file}. Restore into another PORTAGE_DATA.`);
  }
}

/** In one transaction. */
async function loadTables(place: FilePlace, { tables }: Manifest, databaseUrl: string) {
  const client = await connectTo(databaseUrl);
  try {
    await client.query('begin');
    await client.query(`truncate ${tables.map(quotedName).join(', ')}`);
    for (const table of tables) {
      const copy = client.query(copyFrom(`copy ${copyTarget(table)} from stdin`));
      await pipeline(await readTable(place, table), createGunzip(), copy);
    }
    await client.query(CONTINUE_QUEUE);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

/** Frees jobs of former servers, and continues the queue's numbers. */
const CONTINUE_QUEUE = `
  update graphile_worker._private_jobs set locked_at = null, locked_by = null
    where locked_by is not null;
  update graphile_worker._private_job_queues set locked_at = null, locked_by = null
    where locked_by is not null;
  select setval(
      pg_get_serial_sequence(format('graphile_worker.%I', name), 'id'), greatest(last, 1)
    )
  from (
    select '_private_jobs' as name, (select max(id) from graphile_worker._private_jobs) as last
    union all
    select '_private_tasks', (select max(id) from graphile_worker._private_tasks)
    union all
    select '_private_job_queues', (select max(id) from graphile_worker._private_job_queues)
  ) as numbers`;
