import { type Database, openDatabase, openPool } from '../db/database.ts';
import { isDatabaseLost } from '../db/is-database-lost.ts';
import { isSchemaUpToDate } from '../db/migrate.ts';
import { pingDatabase } from '../db/ping-database.ts';
import { reachDatabase } from '../db/reach-database.ts';
import { type DatabaseEnv, readDatabaseEnv } from '../env.ts';
import { openLog } from '../log.ts';
import { outdatedSchema } from '../startup-error.ts';

/**
 * Does the work of a command on the database of the settings, which may be in use by servers.
 * Throws a `StartupError` when there is none, when it does not answer, or when its schema is not this
 * program's: bringing it up to date is left to the start of a server.
 */
export async function withDatabase(
  work: (db: Database, env: DatabaseEnv) => Promise<void>,
): Promise<void> {
  // What a command has to say it says itself, in one line.
  const log = openLog('silent');
  const env = readDatabaseEnv();
  await using opened = new AsyncDisposableStack();
  const { url, leave, unreachable } = await reachDatabase(env, log);
  opened.defer(leave);
  const db = opened.adopt(openDatabase(openPool(url, log, 1)), (one) => one.destroy());
  await pingDatabase(db).catch((error: unknown) => {
    throw unreachable(error);
  });
  try {
    if (!(await isSchemaUpToDate(db))) throw outdatedSchema();
    await work(db, env);
  } catch (error) {
    throw error instanceof Error && isDatabaseLost(error) ? unreachable(error) : error;
  }
}
