import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../db/database.ts';
import { keepConnection } from '../db/lasting-connection.ts';
import { openLog } from '../log.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { useClonedDatabase } from '../testing/test-database.ts';
import { insertJob, freeJobsOfDeadWorkers, holdPoolLock } from './job-queries.ts';
import { startWorker } from './worker.ts';

const log = openLog('silent');
const JOB = {
  merchantId: '019c0000-0000-7000-8000-000000000001',
  orderIds: ['019c0000-0000-7000-8000-000000000002'],
};

const server = useTestServer();

async function takeJob(db: Database, pool: string): Promise<void> {
  await insertJob(db, 'locate-and-rate-orders', JOB);
  await sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = ${pool}
    where locked_by is null`.execute(db);
}

async function holders(db: Database): Promise<string[]> {
  const { rows } = await sql<{ pool: string }>`
    select locked_by as pool from graphile_worker._private_jobs where locked_by is not null
  `.execute(db);
  return rows.map(({ pool }) => pool);
}

async function lockHolders(db: Database): Promise<number> {
  const { rows } = await sql`
    select pid from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and application_name = 'portage-jobs'
      and datname = current_database()`.execute(db);
  return rows.length;
}

test('only jobs of dead workers are returned to the queue', async () => {
  const { url, db } = await useClonedDatabase();
  const lock = await holdPoolLock(url, log, 'living');
  await takeJob(db, 'living');
  await takeJob(db, 'killed');

  await freeJobsOfDeadWorkers(db);
  expect(await holders(db)).toEqual(['living']);

  await lock.stop();
  await freeJobsOfDeadWorkers(db);
  expect(await holders(db)).toEqual([]);
});

test('a worker whose connections the database ended keeps its jobs', async () => {
  const { url, db } = await useClonedDatabase();
  const lock = await holdPoolLock(url, log, 'living');
  onTestFinished(() => lock.stop());
  await takeJob(db, 'living');
  await sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where application_name = 'portage-jobs' and datname = current_database()`.execute(db);
  await vi.waitFor(async () => expect(await lockHolders(db)).toBe(1), { timeout: 15_000 });

  await freeJobsOfDeadWorkers(db);
  expect(await holders(db)).toEqual(['living']);
});

test('a worker takes its lock again from its own lost session', async () => {
  const { url } = await useClonedDatabase();
  const lost = await holdPoolLock(url, log, 'living');
  const lock = await holdPoolLock(url, log, 'living');
  await lock.stop();
  await lost.stop();
});

test('a silent long-lived connection ends by itself', async () => {
  const { url } = await useClonedDatabase();
  let limit: unknown;
  const connection = await keepConnection(url, log, {
    name: 'portage-test',
    prepare: async (client) => {
      [limit] = (await client.query('show idle_session_timeout')).rows;
    },
  });
  await connection.stop();
  expect(limit).toEqual({ idle_session_timeout: '1min' });
});

test('a running job is not returned to the queue', async () => {
  const { db, identity } = server.deps;
  const done = Promise.withResolvers<void>();
  const working = vi.spyOn(identity, 'requestPasswordReset').mockReturnValue(done.promise);
  const request = { username: 'zoe@test.example', locale: 'en' } as const;
  try {
    await insertJob(db, 'request-password-reset', { ...request, usefulUntil: TEST_NOW + 1 });
    await vi.waitFor(() => expect(working).toHaveBeenCalled(), { timeout: 15_000 });
    const [holder] = await holders(db);
    await freeJobsOfDeadWorkers(db);
    expect(await holders(db)).toEqual([holder]);
  } finally {
    done.resolve();
    working.mockRestore();
  }
});

/** Ends the connection that records a job's first failure. */
const loseFirstFailure = sql`
  create function lose_connection() returns trigger language plpgsql as $$
    begin
      perform pg_terminate_backend(pg_backend_pid());
      return new;
    end $$;
  create trigger lose_first_failure before update on graphile_worker._private_jobs
    for each row when (new.last_error is not null and new.attempts = 1)
    execute function lose_connection();
`;

test('a job whose failure could not be recorded runs again', async () => {
  const { url, db } = await useClonedDatabase();
  await loseFirstFailure.execute(db);
  let begun = 0;
  const worker = await startWorker({ db, log }, url, {
    crontab: '',
    tasks: {
      'locate-and-rate-orders': async () => {
        begun += 1;
        if (begun === 1) throw new Error('The job fails');
      },
    },
  });
  onTestFinished(() => worker.stop());
  await insertJob(db, 'locate-and-rate-orders', JOB);
  await vi.waitFor(() => expect(begun).toBe(2), { timeout: 15_000 });
  await vi.waitFor(async () => expect(await holders(db)).toEqual([]));
});
