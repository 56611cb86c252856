import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { Migrator, type Migration, type MigrationResultSet } from 'kysely/migration';
import { schemaElsewhere, schemaTooNew, schemaTooOld, wrongEncoding } from '../startup-error.ts';
import { type Database, type Executor, withoutTimeLimit } from './database.ts';
import { isLockedOut, limitLockWait, retryConflicts } from './retry-transaction.ts';

const MIGRATIONS = new URL('migrations/', import.meta.url);

/** Milliseconds a migration waits for a table; calls queue behind it. */
const LONGEST_LOCK_WAIT = 1000;

/** The last of 0001 to 0095, now folded into `0095-schema`. */
const LAST_BEFORE_FOLD = '0095-import-choices';

/** Names of the `.sql` files of `migrations/`, in sequence. */
export async function listMigrations(): Promise<string[]> {
  const files = await readdir(MIGRATIONS);
  return files.flatMap((file) => /^(.+)\.sql$/.exec(file)?.[1] ?? []).toSorted();
}

/** Statements of a migration, which blank lines separate. */
export async function readStatements(name: string): Promise<string[]> {
  const text = await readFile(new URL(`${name}.sql`, MIGRATIONS), 'utf8');
  return text.replace(/^--.*\n/gm, '').split(/(?<=;)\n\n+(?!\s)/);
}

/** In a transaction. Throws PostgreSQL's error of a table that stays locked for a second. */
export async function applyMigration(trx: Executor, name: string): Promise<void> {
  await limitLockWait(trx, LONGEST_LOCK_WAIT);
  // A cluster refuses several in one query.
  for (const statement of await readStatements(name)) await sql.raw(statement).execute(trx);
}

async function getMigrations(): Promise<Record<string, Migration>> {
  const names = await listMigrations();
  return Object.fromEntries(
    names.map((name) => [name, { up: (db: Database) => applyMigration(db, name) }]),
  );
}

/** Empty for a database without a schema. */
async function appliedMigrations(db: Executor): Promise<string[]> {
  const found = await sql`select where to_regclass('kysely_migration') is not null`.execute(db);
  if (found.rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name collate "C"`.execute(db);
  return rows.map(({ name }) => name);
}

/** Throws `wrongEncoding` and `schemaElsewhere`. */
async function checkPlace(db: Executor): Promise<void> {
  const { rows } = await sql<{ encoding: string; schema: string | null; chosen: string | null }>`
    select current_setting('server_encoding') as encoding, current_schema as chosen, (
      select nspname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where pg_class.oid = to_regclass('kysely_migration')
    ) as schema`.execute(db);
  for (const { encoding, schema, chosen } of rows) {
    if (encoding !== 'UTF8') throw wrongEncoding(encoding);
    if (schema !== null && schema !== chosen) throw schemaElsewhere(schema, chosen);
  }
}

/** Changes nothing. Throws as `checkPlace`, `schemaTooOld` and `schemaTooNew`. */
export async function checkSchema(db: Executor): Promise<'missing' | 'older' | 'current'> {
  await checkPlace(db);
  const applied = await appliedMigrations(db);
  const last = applied.at(-1);
  if (last === undefined) return 'missing';
  const isFolded = applied.includes('0095-schema');
  if (!isFolded && !applied.includes(LAST_BEFORE_FOLD)) throw schemaTooOld(last);
  const known = await listMigrations();
  const isNewer = applied.some((name) => name > LAST_BEFORE_FOLD && !known.includes(name));
  const lastKnown = known.at(-1);
  if (isFolded && isNewer && lastKnown !== undefined) throw schemaTooNew(last, lastKnown);
  return known.every((name) => applied.includes(name)) ? 'current' : 'older';
}

/** One process works, others wait. Throws as `checkSchema`. */
export async function migrate(db: Database, last?: string): Promise<void> {
  const known = await listMigrations();
  if (last !== undefined && !known.includes(last)) throw schemaTooNew(last, known.at(-1) ?? '');
  if ((await checkSchema(db)) === 'older') await recognizeFoldedSchema(db);
  // An index of a large table takes minutes.
  await withoutTimeLimit(db, async (connection) => {
    // Lets one transaction change a table of a cluster and read it.
    await sql`set citus.multi_shard_modify_mode = 'sequential'`.execute(connection);
    const migrator = new Migrator({ db: connection, provider: { getMigrations } });
    try {
      if (last === undefined) await migrateToLatest(migrator);
      else throwErrorOf(await migrator.migrateTo(last));
    } catch (error) {
      throw new Error('The schema could not be brought up to date', { cause: error });
    } finally {
      await sql`reset citus.multi_shard_modify_mode`.execute(connection);
    }
  });
}

/** Commits each, so that servers at work wait for one table at a time. Retries deadlocks with them. */
async function migrateToLatest(migrator: Migrator): Promise<void> {
  const migrateOne = async () => throwErrorOf(await migrator.migrateUp());
  for (;;) {
    try {
      const { results = [] } = await retryConflicts(migrateOne);
      if (results.length === 0) return;
    } catch (error) {
      if (!isLockedOut(error)) throw error;
      await setTimeout(LONGEST_LOCK_WAIT);
    }
  }
}

function throwErrorOf(outcome: MigrationResultSet): MigrationResultSet {
  if (outcome.error) throw outcome.error as Error;
  return outcome;
}

/** Records 0001 to 0095 as `0095-schema`. */
async function recognizeFoldedSchema(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`lock table kysely_migration in exclusive mode`.execute(trx);
    const applied = await appliedMigrations(trx);
    if (applied.includes('0095-schema')) return;
    await sql`
      delete from kysely_migration where name collate "C" < ${LAST_BEFORE_FOLD}`.execute(trx);
    await sql`
      update kysely_migration set name = '0095-schema' where name = ${LAST_BEFORE_FOLD}`.execute(
      trx,
    );
  });
}
