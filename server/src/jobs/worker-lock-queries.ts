import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { keepConnection, type LastingConnection } from '../db/lasting-connection.ts';

const LOCK_OF_POOL = 'select pg_advisory_lock(hashtextextended($1, 0))';

/**
 * Holds the lock of this process's pool of workers on a connection of its own, and takes it again when
 * that was lost. A process that dies loses it, whatever killed it, and so the others learn that its
 * workers are gone. The queue notes the pool on the jobs that it takes.
 */
export function holdPoolLock(
  databaseUrl: string,
  log: Logger,
  poolId: string,
): Promise<LastingConnection> {
  return keepConnection(databaseUrl, log, {
    name: 'portage-jobs',
    prepare: async (client) => void (await client.query(LOCK_OF_POOL, [poolId])),
  });
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
