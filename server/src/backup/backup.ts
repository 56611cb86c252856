import { createHash, hash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import { LIFT_LIMITS } from '../db/lost-connections.ts';
import { OUR_NAMESPACE } from '../db/tables.ts';
import type { PhotoStore } from '../photos/photo-store.ts';
import { refused } from '../startup-error.ts';
import type { FilePlace } from './file-place.ts';

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

export const MANIFEST = 'manifest.json';
export const KEYS = 'secret-keys.json';
export const PHOTO_LIST = 'photos.txt';
export const photoFile = (id: string) => `photos/${id.slice(-2)}/${id}`;
export const tableFile = ({ schema, name }: Pick<Table, 'schema' | 'name'>) =>
  `tables/${schema}.${name}.gz`;

/** Stands for the schema of our tables in backups. */
const OUR_SCHEMA = 'public';

export function quotedName({ schema, name }: Pick<Table, 'schema' | 'name'>): string {
  const names = schema === OUR_SCHEMA ? [name] : [schema, name];
  return names.map(pg.escapeIdentifier).join('.');
}

export const copyTarget = (table: Omit<Table, 'rows' | 'sha256'>) =>
  `${quotedName(table)} (${table.columns.map(pg.escapeIdentifier).join(', ')})`;

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
  const sum = createHash('sha256');
  let lines = 0;
  return {
    async *pass(this: void, chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        sum.update(chunk);
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
        yield chunk;
      }
    },
    total: () => ({ rows: lines, sha256: sum.digest('hex') }),
  };
}

/** Sets what pg_dump sets: portable texts, no time limits. Queries report a lost connection. */
export async function connectTo(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`set timezone to 'UTC'; set datestyle to 'ISO'; set intervalstyle to 'postgres';
    set extra_float_digits to 3; set quote_all_identifiers to off;
    set statement_timeout to 0; set lock_timeout to 0;
    set idle_in_transaction_session_timeout to 0; select ${LIFT_LIMITS}`);
  return client;
}

/** Copies a snapshot of all rows, then their photos, while servers run. Throws `refused`. */
export async function backUp(
  { databaseUrl, photos, keyFile }: Installation,
  place: FilePlace,
): Promise<Manifest> {
  if (!(await place.isEmpty())) throw refused(`${place.address} is not empty.`);
  const client = await connectTo(databaseUrl);
  try {
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<{ name: string }>(
      'select name from kysely_migration order by name collate "C" desc limit 1',
    );
    const tables: Table[] = [];
    for (const table of await listTables(client)) {
      const measured = measure();
      const copy = client.query(copyTo(`copy ${copyTarget(table)} to stdout`));
      const zip = createGzip({ level: 1 });
      await Promise.all([
        pipeline(copy, measured.pass, zip),
        place.write(tableFile(table), zip).catch((error: unknown) => {
          zip.destroy();
          throw error;
        }),
      ]);
      tables.push({ ...table, ...measured.total() });
    }
    const count = photos ? await backUpPhotos(client, photos, place) : 0;
    if (keyFile !== undefined) await place.write(KEYS, [await fs.readFile(keyFile)]);
    const manifest: Manifest = {
      format: 1,
      madeAt: new Date().toISOString(),
      lastMigration: rows[0]?.name ?? '',
      tables,
      hasKeys: keyFile !== undefined,
      photos: count,
    };
    await place.write(MANIFEST, [Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]);
    return manifest;
  } finally {
    await client.end();
  }
}

/** Lists referenced tables first. */
async function listTables(client: pg.Client): Promise<Omit<Table, 'rows' | 'sha256'>[]> {
  const { rows } = await client.query<
    Pick<Table, 'schema' | 'name' | 'columns'> & { refers: string[] }
  >(
    `select case nspname when 'graphile_worker' then nspname else '${OUR_SCHEMA}' end as schema,
      relname as name, array(
        select attname::text from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum
      ) as columns, array(
        select confrelid::regclass::text from pg_constraint
        where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid
      ) as refers
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where (nspname = 'graphile_worker' or relnamespace = ${OUR_NAMESPACE}) and relkind = 'r' and relname <> all ($1)
    order by 1, 2`,
    [OWN_OF_EACH_DATABASE],
  );
  const sorted = new Map<string, Omit<Table, 'rows' | 'sha256'>>();
  const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>) =>
    schema === OUR_SCHEMA ? name : `${schema}.${name}`;
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
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** Pictures in memory, of at most 8 MiB each. */
export const PHOTOS_AT_ONCE = 8;

/** Copies the photos of the snapshot, with a line `id sha256` for each. Skips those purged since. */
async function backUpPhotos(
  client: pg.Client,
  photos: PhotoStore,
  place: FilePlace,
): Promise<number> {
  let count = 0;
  const copyPhoto = async (id: string): Promise<Buffer[]> => {
    const picture = await photos.get(id);
    if (!picture) return [];
    await place.write(photoFile(id), [picture]);
    count += 1;
    return [Buffer.from(`${id} ${hash('sha256', picture)}\n`)];
  };
  const ids = client.query(copyTo('copy (select id from order_photos) to stdout'));
  const lines = Readable.from(linesOf(ids)).flatMap(copyPhoto, { concurrency: PHOTOS_AT_ONCE });
  await place.write(PHOTO_LIST, lines);
  return count;
}
