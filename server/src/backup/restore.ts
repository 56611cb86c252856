import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import * as fs from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { openDatabase, openPool, pingDatabase } from '../db/database.ts';
import { checkSchema, migrate } from '../db/migrate.ts';
import { migrateJobs } from '../jobs/worker.ts';
import { openLog } from '../log.ts';
import { damagedBackup, databaseUnreachable, refused } from '../startup-error.ts';
import {
  connectTo,
  copyPrivately,
  copyTarget,
  type Installation,
  keysFile,
  Manifest,
  manifestFile,
  measure,
  photoFile,
  photoList,
  tableFile,
} from './backup.ts';

/** Checks everything before writing. Throws as `requireEmpty`, `damagedBackup`, `schemaTooNew`. */
export async function restoreBackup(folder: string, to: Installation): Promise<Manifest> {
  await requireEmpty(to.databaseUrl);
  const manifest = await readManifest(folder);
  for (const table of manifest.tables) {
    const measured = measure();
    await pipeline(
      createReadStream(tableFile(folder, table)),
      createGunzip(),
      measured.pass,
      discard,
    ).catch((error: unknown) => {
      throw damagedBackup(folder, table.name, error);
    });
    const { rows, sha256 } = measured.total();
    if (rows !== table.rows || sha256 !== table.sha256) throw damagedBackup(folder, table.name);
  }
  for await (const { id, picture } of readPhotos(folder, manifest)) {
    if (!picture) throw damagedBackup(folder, `photo ${id}`);
  }

  const log = openLog('silent');
  const db = openDatabase(openPool(to.databaseUrl, log, 1));
  try {
    if (manifest.hasKeys && to.keyFile !== undefined) {
      await copyKeys(keysFile(folder), to.keyFile);
    }
    await migrate(db, manifest.lastMigration);
    await migrateJobs(to.databaseUrl, log);
    await loadTables(folder, manifest, to.databaseUrl);
    await migrate(db);
  } finally {
    await db.destroy();
  }
  for await (const { id, picture } of readPhotos(folder, manifest)) {
    if (picture) await to.photos?.put(id, picture);
  }
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

async function readManifest(folder: string): Promise<Manifest> {
  const text = await fs.readFile(manifestFile(folder), 'utf8').catch(() => undefined);
  if (text === undefined) throw refused(`There is no finished backup in ${folder}.`);
  try {
    return Manifest.parse(JSON.parse(text));
  } catch (error) {
    throw damagedBackup(folder, 'manifest.json', error);
  }
}

async function discard(chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of chunks);
}

/** Without a picture where it is missing or differs. */
async function* readPhotos(folder: string, { photos }: Manifest) {
  if (photos === 0) return;
  const list = await fs.open(photoList(folder));
  try {
    for await (const line of list.readLines()) {
      const [id = '', sha256] = line.split(' ');
      const picture = await fs.readFile(photoFile(folder, id)).catch(() => undefined);
      const isWhole = picture && createHash('sha256').update(picture).digest('hex') === sha256;
      yield { id, picture: isWhole ? picture : undefined };
    }
  } finally {
    await list.close();
  }
}

/** Throws `refused` where they differ. */
async function copyKeys(from: string, to: string): Promise<void> {
  const existing = await fs.readFile(to, 'utf8').catch(() => undefined);
  if (existing === undefined) await copyPrivately(from, to);
  else if (existing !== (await fs.readFile(from, 'utf8'))) {
    throw refused(`There are other keys in ${to}. Restore into another PORTAGE_DATA.`);
  }
}

/** In one transaction. */
async function loadTables(folder: string, { tables }: Manifest, databaseUrl: string) {
  const client = await connectTo(databaseUrl);
  try {
    await client.query('begin');
    const names = tables.map(
      ({ schema, name }) => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`,
    );
    await client.query(`truncate ${names.join(', ')}`);
    for (const table of tables) {
      const copy = client.query(copyFrom(`copy ${copyTarget(table)} from stdin`));
      await pipeline(createReadStream(tableFile(folder, table)), createGunzip(), copy);
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
