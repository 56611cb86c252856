import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase, openPool, type Database } from '../db/database.ts';
import { openLog } from '../log.ts';
import { cloneTestDatabase } from '../testing/test-database.ts';
import { insertJob } from './job-queries.ts';
import { freeJobsOfDeadWorkers, openWorkerLocks } from './worker-lock-queries.ts';

const log = openLog('silent');
const JOB = {
  merchantId: '019c0000-0000-7000-8000-000000000001',
  orderId: '019c0000-0000-7000-8000-000000000002',
};

/** Adds a job and lets a worker take it. */
async function takeJob(db: Database, workerId: string): Promise<void> {
  await insertJob(db, 'locate-and-rate-order', JOB);
  await sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = ${workerId}
    where locked_by is null`.execute(db);
}

/** The workers that hold jobs. */
async function holders(db: Database): Promise<string[]> {
  const { rows } = await sql<{ worker: string }>`
    select locked_by as worker from graphile_worker._private_jobs where locked_by is not null
  `.execute(db);
  return rows.map(({ worker }) => worker);
}

test('the jobs of a worker whose process is gone are given back, those of a living one are not', async () => {
  const database = await cloneTestDatabase();
  const db = openDatabase(openPool(database.url, log, 2));
  const locks = await openWorkerLocks(database.url, log);
  try {
    await locks.hold('living');
    await takeJob(db, 'living');
    await takeJob(db, 'killed');

    await freeJobsOfDeadWorkers(db);
    expect(await holders(db)).toEqual(['living']);

    await locks.release();
    await freeJobsOfDeadWorkers(db);
    expect(await holders(db)).toEqual([]);
  } finally {
    await db.destroy();
    await database.drop();
  }
});
