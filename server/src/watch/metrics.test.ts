import * as fs from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, openPool } from '../db/database.ts';
import { insertJob, listWaitingJobs } from '../jobs/job-queries.ts';
import { startWorker } from '../jobs/worker.ts';
import { openLog } from '../log.ts';
import { countRecentGivenUpMails } from '../mail/outbox.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { freePort } from '../testing/free-port.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { plentifulLimits } from '../testing/plentiful-limits.ts';
import { makeServerHome } from '../testing/server-home.ts';
import { startServer } from '../testing/start-server.ts';
import { useClonedDatabase } from '../testing/test-database.ts';
import { useListeningServer } from '../testing/use-server.ts';
import { type MetricSources, openMetrics } from './metrics.ts';

const OPS = path.resolve(import.meta.dirname, '../../../ops');

const server = useTestServer();
const log = openLog('silent');

async function serveMetrics(changes: Partial<MetricSources> = {}) {
  const metrics = openMetrics();
  const port = await freePort();
  const served = await metrics.serve(
    { host: '127.0.0.1', port },
    {
      version: '1.2.3',
      jobs: ['send-mail'],
      pool: { totalCount: 3, idleCount: 2, options: { max: 10 } },
      listWaitingJobs: async () => [],
      countMailsGivenUp: async () => 0,
      ...changes,
    },
  );
  onTestFinished(() => served.stop());
  return { metrics, scrape: () => scrape(port) };
}

async function scrape(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.status).toBe(200);
  return answer.text();
}

async function metricsNamedIn(file: string): Promise<string[]> {
  const text = await fs.readFile(path.join(OPS, file), 'utf8');
  const names = Array.from(text.matchAll(/\b(?:portage|nodejs|process)_\w+/g), ([name]) =>
    name.replace(/_(?:bucket|sum|count)$/, ''),
  );
  return [...new Set(names)];
}

test('a server’s metrics include all those of dashboard and alerts, and calls by route', async () => {
  const home = await makeServerHome({ isNew: true });
  onTestFinished(home.remove);
  const { url } = await useClonedDatabase();
  const [port, metricsPort] = [await freePort(), await freePort()];
  const portage = await startServer({
    DATABASE_URL: url,
    PORT: String(port),
    PORTAGE_METRICS_PORT: String(metricsPort),
    PORTAGE_DATA: home.directory,
  });
  onTestFinished(() => portage.stop());
  const id = '019c0000-0000-7000-8000-00000000abcd';
  for (const asked of [`/api/orders/${id}?text=Tremblay`, `/api/no-such-path/${id}`, '/readyz']) {
    await fetch(`http://127.0.0.1:${port}${asked}`);
  }

  const metrics = await scrape(metricsPort);
  expect(metrics).toContain(
    'portage_http_request_duration_seconds_count{method="GET",route="/api/orders/:id",status="4xx"} 1',
  );
  expect(metrics).toContain('{method="GET",route="/api/*",status="4xx"} 1');
  expect(metrics).not.toMatch(/abcd|Tremblay/);
  // Prometheus sets these itself.
  expect(metrics).not.toMatch(/[{,](?:job|instance)=/);
  expect(metrics).toMatch(/^portage_database_up 1$/m);
  expect(metrics).toMatch(/^portage_jobs_due\{job_name="send-mail"\} 0$/m);

  const served = Array.from(metrics.matchAll(/^# TYPE (\w+)/gm), ([, name]) => name);
  for (const file of ['grafana-dashboard.json', 'prometheus-rules.yml']) {
    const named = await metricsNamedIn(file);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !served.includes(name))).toEqual([]);
  }

  const other = await fetch(`http://127.0.0.1:${metricsPort}/api/orders`);
  expect(other.status).toBe(404);
});

test('without its database a server still has metrics, and reports it down', async () => {
  const { scrape } = await serveMetrics({
    listWaitingJobs: () => Promise.reject(new Error('The database is gone')),
  });
  const metrics = await scrape();
  expect(metrics).toMatch(/^portage_database_up 0$/m);
  expect(metrics).toMatch(/^portage_database_connections\{state="in_use"\} 1$/m);
  expect(metrics).not.toMatch(/^portage_jobs_due/m);
});

test('jobs are counted by name while they wait, when they fail, and when they are given up', async () => {
  const { db, url } = await useClonedDatabase();
  const { metrics, scrape } = await serveMetrics({ listWaitingJobs: () => listWaitingJobs(db) });
  await insertJob(db, 'record-print', {} as never, { delay: 3_600_000 });
  await insertJob(db, 'send-mail', { mailId: 'x', usefulUntil: 0 });
  await sql`
    update graphile_worker._private_jobs set run_at = now() - interval '90 s', max_attempts = 1
    where run_at <= now()`.execute(db);

  const before = await scrape();
  expect(before).toMatch(/^portage_jobs_due\{job_name="send-mail"\} 1$/m);
  expect(before).toMatch(/^portage_jobs_oldest_due_seconds\{job_name="send-mail"\} 9\d\.\d+$/m);
  expect(before).toMatch(/^portage_jobs_later\{job_name="record-print"\} 1$/m);
  expect(before).toContain('portage_job_failures_total{job_name="send-mail",given_up="true"} 0');

  const fail = () => Promise.reject(new Error('It fails'));
  const work = { tasks: { 'send-mail': fail }, crontab: '' };
  const worker = await startWorker({ db, log }, url, work, metrics.onJob);
  onTestFinished(() => worker.stop());
  await expect
    .poll(scrape)
    .toContain('portage_job_failures_total{job_name="send-mail",given_up="true"} 1');
  expect(await scrape()).toContain('portage_job_duration_seconds_count{job_name="send-mail"} 1');
});

test('queries that wait for a connection are counted while they wait', async () => {
  const { metrics, scrape } = await serveMetrics();
  const pool = openPool(server.databaseUrl, log, 1);
  const db = openDatabase(pool, { log, slowQuery: 0, onWait: metrics.onWait });
  await db.connection().execute(async () => {
    const waiting = sql`select 1`.execute(db);
    expect(await scrape()).toMatch(/^portage_database_waiting 1$/m);
    void waiting;
  });
  expect(await scrape()).toMatch(/^portage_database_waiting 0$/m);
  await db.destroy();
});

test('mails given up in the last two days are counted', async () => {
  const { db, clock } = server.deps;
  const mail = (id: number, age: number, sent: boolean, body: Buffer | null) => ({
    id: `019c0000-0000-7000-8000-00000000000${id}`,
    recipient: 'zoe@test.example',
    subject: 'Code',
    created_at: new Date(TEST_NOW - age),
    sent_at: sent ? new Date(TEST_NOW) : null,
    encrypted_body: body,
  });
  const text = Buffer.from('text');
  await db
    .insertInto('mails')
    .values([
      mail(1, 3_600_000, false, null),
      mail(2, 3_600_000, true, null),
      mail(3, 3_600_000, false, text),
      mail(4, 72 * 3_600_000, false, null),
    ])
    .execute();
  expect(await countRecentGivenUpMails({ db, clock })).toBe(1);
});

test('refused calls are counted by limit, and streams while they are open', async () => {
  const { metrics, scrape } = await serveMetrics();
  const { token } = await makeMerchant(server);
  const { address } = await useListeningServer(server.deps, {
    watch: { onCall: metrics.onCall, onStream: metrics.onStream },
    callLimits: { ...plentifulLimits, atOnceOfACredential: 0 },
  });
  const headers = { authorization: `Bearer ${token}` };
  await fetch(`${address}/api/orders`, { headers });
  const leaving = new AbortController();
  const stream = await fetch(`${address}/api/orders/changes`, { headers, signal: leaving.signal });
  expect(stream.status).toBe(200);

  const metricsNow = await scrape();
  expect(metricsNow).toContain('portage_refused_calls_total{limit="credential_at_once"} 1');
  expect(metricsNow).not.toContain('route="/api/orders"');
  expect(metricsNow).toMatch(/^portage_event_streams_open 1$/m);
  leaving.abort();
  await expect.poll(scrape).toMatch(/^portage_event_streams_open 0$/m);
});
