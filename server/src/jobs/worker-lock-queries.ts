import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';

const LOCK_OF_POOL = 'select pg_advisory_lock(hashtextextended($1, 0))';

/** A connection that holds the lock of this process's pool of workers, for as long as it lives. */
export interface PoolLock {
  hold(poolId: string): Promise<void>;
  release(): Promise<void>;
}

/**
 * Opens the connection that holds the lock. A process that dies loses it, whatever killed it, and so
 * the others learn that its workers are gone. The queue notes the pool on the jobs that it takes.
 */
export async function openPoolLock(databaseUrl: string, log: Logger): Promise<PoolLock> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'portage-jobs' });
  client.on('error', (error) => log.warn({ err: error }, 'the lock of the workers was lost'));
  await client.connect();
  return {
    hold: async (poolId) => void (await client.query(LOCK_OF_POOL, [poolId])),
    release: () => client.end(),
  };
}

/**
 * Gives back the jobs of pools whose process is gone: nobody holds their lock. The queue itself would
 * wait four hours for them.
 */
export async function freeJobsOfDeadWorkers(db: Database): Promise<void> {
  await db.transaction().execute((trx) =>
    sql`
      select graphile_worker.force_unlock_workers(array(
        select pool from (
          select distinct locked_by as pool from graphile_worker._private_jobs
          where locked_by is not null
        ) as working
        where pg_try_advisory_xact_lock(hashtextextended(pool, 0))
      ))`.execute(trx),
  );
}
