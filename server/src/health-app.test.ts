import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { insertJob, isQueueStuck } from './jobs/job-queries.ts';
import { startWorker } from './jobs/worker.ts';
import { getSecret } from './secrets/get-secret.ts';
import { givenSecretKeys } from './secrets/secret-keys.ts';
import { openSecrets } from './secrets/secrets.ts';
import { useTestServer } from './testing/build-test-server.ts';
import { codeOf } from './testing/make-merchant.ts';
import { useClonedDatabase, useUnreachableDatabase } from './testing/test-database.ts';
import { useServer } from './testing/use-server.ts';

const server = useTestServer();

test('the server reports that it is alive and ready', async () => {
  expect((await server.app.inject({ url: '/healthz' })).statusCode).toBe(200);
  expect((await server.app.inject({ url: '/readyz' })).statusCode).toBe(200);
});

test.each(['/healthz', '/readyz'])('a cache does not keep %s', async (url) => {
  const { headers } = await server.app.inject({ url });
  expect(headers['cache-control']).toBe('no-store');
});

test('without its database the server is alive, but not ready', async () => {
  const db = useUnreachableDatabase();
  const app = await useServer({ ...server.deps, db });
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
  const notReady = await app.inject({ url: '/readyz' });
  expect([notReady.statusCode, codeOf(notReady)]).toEqual([503, 'not_ready']);
});

test('a server that cannot decrypt others’ secrets is not ready', async () => {
  await getSecret(server.deps, 'lookups');
  const secrets = openSecrets(givenSecretKeys(new Map([[9, Buffer.alloc(32, 9)]])));
  const app = await useServer({ ...server.deps, secrets });
  const notReady = await app.inject({ url: '/readyz' });
  expect([notReady.statusCode, codeOf(notReady)]).toEqual([503, 'not_ready']);
});

test('a lost worker of a cluster is named by its group, and the server stays ready', async () => {
  const { db } = await useClonedDatabase();
  const app = await useServer({ ...server.deps, db });
  const ready = async () => (await app.inject({ url: '/readyz' })).json<object>();
  expect(await ready()).toEqual({ status: 'ok' });

  // Stands in for Citus: worker 2 is lost, 3 is a secondary, 4 was taken out.
  await sql`
    create table pg_dist_node (
      groupid integer, nodename text, nodeport integer, noderole text, isactive boolean
    )`.execute(db);
  await sql`
    insert into pg_dist_node values
      (0, 'coordinator', 5432, 'primary', true), (1, 'one', 5432, 'primary', true),
      (2, 'two', 5432, 'primary', true), (3, 'three', 5432, 'secondary', true),
      (4, 'four', 5432, 'primary', false)`.execute(db);
  await sql`
    create function create_distributed_table() returns void language sql return null`.execute(db);
  await sql`
    create function citus_check_connection_to_node(name text, port integer) returns boolean
    language sql return name = 'one' and port = 5432
      and current_setting('citus.node_connection_timeout') = '2000'`.execute(db);
  expect(await ready()).toEqual({ status: 'ok', workersDown: [2] });

  await sql`drop function citus_check_connection_to_node`.execute(db);
  expect(await ready()).toEqual({ status: 'ok' });
});

const TEN_MINUTES = 600_000;

async function makeLeftJob() {
  const { db, url } = await useClonedDatabase();
  await insertJob(db, 'send-mail', { mailId: 'x', usefulUntil: 0 });
  await sql`
    update graphile_worker._private_jobs set run_at = now() - interval '11 minutes'`.execute(db);
  return { db, url };
}

test('a server whose due jobs are not taken is not ready', async () => {
  const { db } = await makeLeftJob();
  const app = await useServer(server.deps, {
    isQueueStuck: () => isQueueStuck(db, ['send-mail'], TEN_MINUTES),
  });
  const ready = async () => (await app.inject({ url: '/readyz' })).statusCode;
  expect(await ready()).toBe(503);
  // Another worker has just taken one.
  await insertJob(db, 'record-print', {} as never);
  await sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'another'
    where run_at > now() - interval '1 minute'`.execute(db);
  expect(await ready()).toBe(200);
});

test.each([
  ['is not due for long', sql`update graphile_worker._private_jobs set run_at = now()`, false],
  [
    'waits for a job of its queue',
    sql`update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'living'`,
    false,
  ],
  [
    'waits for a worker that died',
    sql`update graphile_worker._private_job_queues
      set locked_at = now() - interval '11 minutes', locked_by = 'dead'`,
    true,
  ],
])('a queue whose job %s is stuck or not', async (_name, change, isStuck) => {
  const { db } = await makeLeftJob();
  await change.execute(db);
  expect(await isQueueStuck(db, ['send-mail'], TEN_MINUTES)).toBe(isStuck);
  expect(await isQueueStuck(db, ['record-print'], TEN_MINUTES)).toBe(false);
});

test('a process that takes jobs itself does not call the queue stuck', async () => {
  const { db, url } = await makeLeftJob();
  const work = { tasks: { 'send-mail': () => undefined }, crontab: '' };
  const worker = await startWorker({ db, log: server.deps.log }, url, work);
  onTestFinished(() => worker.stop());
  const jobs = sql`select from graphile_worker._private_jobs`;
  await expect.poll(() => jobs.execute(db)).toHaveProperty('rows', []);
  await insertJob(db, 'send-mail', { mailId: 'y', usefulUntil: 0 }, { delay: 3_600_000 });
  await sql`
    update graphile_worker._private_job_queues
    set locked_at = now() - interval '11 minutes', locked_by = 'dead'`.execute(db);
  await sql`
    update graphile_worker._private_jobs set run_at = now() - interval '11 minutes'`.execute(db);
  expect(await isQueueStuck(db, ['send-mail'], TEN_MINUTES)).toBe(true);
  expect(await worker.isQueueStuck()).toBe(false);
});
