import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';

const LOCK_OF_WORKER = 'select pg_advisory_lock(hashtextextended($1, 0))';

/** A connection that holds one lock for each worker of this process, for as long as it lives. */
export interface WorkerLocks {
  hold(workerId: string): Promise<void>;
  release(): Promise<void>;
}

/**
 * Opens the connection that holds the locks. A process that dies loses it, whatever killed it, and so
 * the others learn that its workers are gone.
 */
export async function openWorkerLocks(databaseUrl: string, log: Logger): Promise<WorkerLocks> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'portage-jobs' });
  client.on('error', (error) => log.warn({ err: error }, 'the locks of the workers were lost'));
  await client.connect();
  let held = Promise.resolve();
  return {
    hold(workerId) {
      const lock = () => client.query(LOCK_OF_WORKER, [workerId]);
      // One after the other: a connection runs one query at a time.
      held = held.then(lock).then(() => undefined);
      return held;
    },
    release: () => client.end(),
  };
}

/**
 * Gives back the jobs of workers whose process is gone: nobody holds their lock. The queue itself
 * would wait four hours for them.
 */
export async function freeJobsOfDeadWorkers(db: Database): Promise<void> {
  await db.transaction().execute((trx) =>
    sql`
      select graphile_worker.force_unlock_workers(array(
        select worker from (
          select distinct locked_by as worker from graphile_worker._private_jobs
          where locked_by is not null
        ) as working
        where pg_try_advisory_xact_lock(hashtextextended(worker, 0))
      ))`.execute(trx),
  );
}
