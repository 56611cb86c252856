import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import type { PhotoStore } from '../photos/photo-store.ts';
import { refused } from '../startup-error.ts';

const Table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  sha256: z.string(),
});
type Table = z.output<typeof Table>;

/** Written last, so an unfinished backup has none. */
export const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  lastMigration: z.string(),
  tables: z.array(Table),
  hasKeys: z.boolean(),
  photos: z.int(),
});
export type Manifest = z.output<typeof Manifest>;

export interface Installation {
  databaseUrl: string;
  /** Undefined omits photos. */
  photos: PhotoStore | undefined;
  /** Undefined where configuration gives the keys. */
  keyFile: string | undefined;
}

export const manifestFile = (folder: string) => path.join(folder, 'manifest.json');
export const keysFile = (folder: string) => path.join(folder, 'secret-keys.json');
export const photoList = (folder: string) => path.join(folder, 'photos.txt');
export const photoFile = (folder: string, id: string) =>
  path.join(folder, 'photos', id.slice(-2), id);
export const tableFile = (folder: string, { schema, name }: Pick<Table, 'schema' | 'name'>) =>
  path.join(folder, 'tables', `${schema}.${name}.gz`);

export const copyTarget = ({ schema, name, columns }: Omit<Table, 'rows' | 'sha256'>) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(', ')})`;

/** Readable by its owner only. */
export async function copyPrivately(from: string, to: string): Promise<void> {
  await fs.copyFile(from, to);
  await fs.chmod(to, 0o600);
}

/** Made by a restored database itself. */
const OWN_OF_EACH_DATABASE = [
  'kysely_migration',
  'kysely_migration_lock',
  'migrations',
  'order_positions',
  'running_servers',
];

/** Hashes passing bytes and counts their lines. */
export function measure() {
  const hash = createHash('sha256');
  let lines = 0;
  return {
    async *pass(this: void, chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
        yield chunk;
      }
    },
    total: () => ({ rows: lines, sha256: hash.digest('hex') }),
  };
}

/** Queries report a lost connection. */
export async function connectTo(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Throws `refused`. */
async function openFolder(folder: string): Promise<void> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await fs.readdir(folder)).length > 0) throw refused(`The folder ${folder} is not empty.`);
  await fs.mkdir(path.join(folder, 'tables'), { mode: 0o700 });
}

/** Rows as of one moment, then their photos, while servers run. Throws `refused`. */
export async function backUp(
  { databaseUrl, photos, keyFile }: Installation,
  folder: string,
): Promise<Manifest> {
  await openFolder(folder);
  const client = await connectTo(databaseUrl);
  try {
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<{ name: string }>(
      'select name from kysely_migration order by name collate "C" desc limit 1',
    );
    const tables: Table[] = [];
    for (const table of await listTables(client)) {
      const measured = measure();
      await pipeline(
        client.query(copyTo(`copy ${copyTarget(table)} to stdout`)),
        measured.pass,
        createGzip({ level: 1 }),
        createWriteStream(tableFile(folder, table), { mode: 0o600 }),
      );
      tables.push({ ...table, ...measured.total() });
    }
    const count = photos ? await backUpPhotos(client, photos, folder) : 0;
    if (keyFile !== undefined) await copyPrivately(keyFile, keysFile(folder));
    const manifest: Manifest = {
      format: 1,
      madeAt: new Date().toISOString(),
      lastMigration: rows[0]?.name ?? '',
      tables,
      hasKeys: keyFile !== undefined,
      photos: count,
    };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await fs.writeFile(manifestFile(folder), text, { mode: 0o600 });
    return manifest;
  } finally {
    await client.end();
  }
}

/** Each after those that it refers to. */
async function listTables(client: pg.Client): Promise<Omit<Table, 'rows' | 'sha256'>[]> {
  const { rows } = await client.query<
    Pick<Table, 'schema' | 'name' | 'columns'> & { refers: string[] }
  >(
    `select nspname as schema, relname as name, array(
        select attname::text from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum
      ) as columns, array(
        select confrelid::regclass::text from pg_constraint
        where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid
      ) as refers
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('public', 'graphile_worker') and relkind = 'r' and relname <> all ($1)
    order by nspname, relname`,
    [OWN_OF_EACH_DATABASE],
  );
  const sorted = new Map<string, Omit<Table, 'rows' | 'sha256'>>();
  const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>) =>
    schema === 'public' ? name : `${schema}.${name}`;
  while (sorted.size < rows.length) {
    const next = rows.filter(
      (row) => !sorted.has(nameOf(row)) && row.refers.every((other) => sorted.has(other)),
    );
    if (next.length === 0) throw new Error('Tables refer to each other');
    for (const { refers: _, ...table } of next) sorted.set(nameOf(table), table);
  }
  return [...sorted.values()];
}

/** Ends with the stream's error, unlike `readline`. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** Copies the photos of the snapshot, with a line `id sha256` for each. Skips those purged since. */
async function backUpPhotos(
  client: pg.Client,
  photos: PhotoStore,
  folder: string,
): Promise<number> {
  const list = await fs.open(photoList(folder), 'w', 0o600);
  let count = 0;
  try {
    const ids = client.query(copyTo('copy (select id from order_photos) to stdout'));
    for await (const id of linesOf(ids)) {
      const picture = await photos.get(id);
      if (!picture) continue;
      const file = photoFile(folder, id);
      await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await fs.writeFile(file, picture, { mode: 0o600 });
      await list.write(`${id} ${createHash('sha256').update(picture).digest('hex')}\n`);
      count += 1;
    }
  } finally {
    await list.close();
  }
  return count;
}
