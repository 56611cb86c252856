import { sql } from 'kysely';
import { Migrator, type Migration, type MigrationResultSet } from 'kysely/migration';
import { schemaTooNew, schemaTooOld } from '../startup-error.ts';
import { type Database, type Executor, withoutTimeLimit } from './database.ts';
import { retryConflicts } from './retry-transaction.ts';
import * as schema from './migrations/0095-schema.ts';
import * as shopOfDeliveries from './migrations/0096-shop-of-deliveries.ts';
import * as importRowNumbers from './migrations/0097-import-row-numbers.ts';
import * as shipstationConnect from './migrations/0098-shipstation-connect.ts';
import * as shopCurrency from './migrations/0099-shop-currency.ts';
import * as shopRefusals from './migrations/0100-shop-refusals.ts';
import * as runningServers from './migrations/0101-running-servers.ts';
import * as shopConnection from './migrations/0102-shop-connection.ts';
import * as orderSorts from './migrations/0103-order-sorts.ts';
import * as shopOrderParts from './migrations/0104-shop-order-parts.ts';
import * as shopPrivacy from './migrations/0105-shop-privacy.ts';
import * as shipstationLabels from './migrations/0106-shipstation-labels.ts';
import * as importColumns from './migrations/0107-import-columns.ts';
import * as deletedOrderFields from './migrations/0108-deleted-order-fields.ts';
import * as quietJobs from './migrations/0109-quiet-jobs.ts';
import * as localTables from './migrations/0110-local-tables.ts';
import * as sortsWithFilters from './migrations/0111-sorts-with-filters.ts';
import * as orderPositions from './migrations/0112-order-positions.ts';
import * as closedAttention from './migrations/0113-closed-attention.ts';
import * as leavingMerchants from './migrations/0114-leaving-merchants.ts';
import * as replacedSorts from './migrations/0115-replaced-sorts.ts';

/** In sequence. Never edit one that has landed. */
const migrations: Readonly<Record<string, Migration>> = {
  '0095-schema': schema,
  '0096-shop-of-deliveries': shopOfDeliveries,
  '0097-import-row-numbers': importRowNumbers,
  '0098-shipstation-connect': shipstationConnect,
  '0099-shop-currency': shopCurrency,
  '0100-shop-refusals': shopRefusals,
  '0101-running-servers': runningServers,
  '0102-shop-connection': shopConnection,
  '0103-order-sorts': orderSorts,
  '0104-shop-order-parts': shopOrderParts,
  '0105-shop-privacy': shopPrivacy,
  '0106-shipstation-labels': shipstationLabels,
  '0107-import-columns': importColumns,
  '0108-deleted-order-fields': deletedOrderFields,
  '0109-quiet-jobs': quietJobs,
  '0110-local-tables': localTables,
  '0111-sorts-with-filters': sortsWithFilters,
  '0112-order-positions': orderPositions,
  '0113-closed-attention': closedAttention,
  '0114-leaving-merchants': leavingMerchants,
  '0115-replaced-sorts': replacedSorts,
};

/** The last of 0001 to 0095, now folded into `0095-schema`. */
const LAST_BEFORE_FOLD = '0095-import-choices';

const migratorOf = (db: Database) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } });

/** Empty for a database without a schema. */
async function appliedMigrations(db: Executor): Promise<string[]> {
  const found = await sql`select where to_regclass('kysely_migration') is not null`.execute(db);
  if (found.rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name collate "C"`.execute(db);
  return rows.map(({ name }) => name);
}

/** Changes nothing. Throws `schemaTooOld` and `schemaTooNew`. */
export async function checkSchema(db: Executor): Promise<'missing' | 'older' | 'current'> {
  const applied = await appliedMigrations(db);
  const last = applied.at(-1);
  if (last === undefined) return 'missing';
  const isFolded = applied.includes('0095-schema');
  if (!isFolded && !applied.includes(LAST_BEFORE_FOLD)) throw schemaTooOld(last);
  const known = Object.keys(migrations);
  const isNewer = applied.some((name) => name > LAST_BEFORE_FOLD && !known.includes(name));
  const lastKnown = known.at(-1);
  if (isFolded && isNewer && lastKnown !== undefined) throw schemaTooNew(last, lastKnown);
  return known.every((name) => applied.includes(name)) ? 'current' : 'older';
}

/** One process works, others wait. Throws as `checkSchema`. */
export async function migrate(db: Database, last?: string): Promise<void> {
  const lastKnown = Object.keys(migrations).at(-1) ?? '';
  if (last !== undefined && !(last in migrations)) throw schemaTooNew(last, lastKnown);
  if ((await checkSchema(db)) === 'older') await recognizeFoldedSchema(db);
  // An index of a large table takes minutes.
  await withoutTimeLimit(db, async (connection) => {
    // Lets one transaction change a table of a cluster and read it.
    await sql`set citus.multi_shard_modify_mode = 'sequential'`.execute(connection);
    const migrator = migratorOf(connection);
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
  while (((await retryConflicts(migrateOne)).results ?? []).length > 0);
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
