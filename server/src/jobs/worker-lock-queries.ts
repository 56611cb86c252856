import { sql } from 'kysely';
import type { Logger } from 'pino';
import { lockText } from '../db/advisory-lock.ts';
import type { Database } from '../db/database.ts';
import { keepConnection, type LastingConnection } from '../db/lasting-connection.ts';

/** Holds the lock on a connection of its own, lost when the process dies. Jobs name their pool. */
export function holdPoolLock(
  databaseUrl: string,
  log: Logger,
  poolId: string,
): Promise<LastingConnection> {
  return keepConnection(databaseUrl, log, {
    name: 'portage-jobs',
    prepare: async (client) => {
      const lock = 'select pg_advisory_lock(hashtextextended($1, 0))';
      await client.query(lock, [lockText('workers', poolId)]);
    },
  });
}

/** Frees jobs of pools whose lock is free, sooner than the queue's four hours. */
export async function freeJobsOfDeadWorkers(db: Database): Promise<void> {
  await db.transaction().execute((trx) =>
    sql`
      select graphile_worker.force_unlock_workers(array(
        select pool from (
          select distinct locked_by as pool from graphile_worker._private_jobs
          where locked_by is not null
        ) as working
        where pg_try_advisory_xact_lock(hashtextextended(${lockText('workers', '')} || pool, 0))
      ))`.execute(trx),
  );
}
