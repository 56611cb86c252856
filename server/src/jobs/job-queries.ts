import { sql } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import { Locale } from '@portage/contract/locale';
import { LabelFormat } from '@portage/contract/orders/labels';
import { EpochMillis } from '@portage/contract/time';
import { lockText } from '../db/advisory-lock.ts';
import type { Executor, Database } from '../db/database.ts';
import { keepConnection, type LastingConnection } from '../db/lasting-connection.ts';
import { notifyAfterCommit } from '../db/notices.ts';
import type { WaitingJobs } from '../watch/metrics.ts';
import { traceHeaders } from '../watch/spans.ts';

const OfMerchant = z.object({ merchantId: z.uuid() });
const OfOrder = OfMerchant.extend({ orderId: z.uuid() });
const OfOrders = OfMerchant.extend({ orderIds: z.array(z.uuid()).readonly() });
const OfImport = OfMerchant.extend({ importId: z.uuid() });
const OfShop = OfMerchant.extend({ shop: z.string() });

/** Keyed by job name. Jobs that an earlier version added may lack a field. */
export const jobPayloads = {
  'locate-and-rate-orders': OfOrders,
  'delete-merchant': OfMerchant,
  'run-import': OfImport,
  'undo-import': OfImport,
  'record-print': OfMerchant.extend({
    username: z.string(),
    format: LabelFormat,
    printedAt: EpochMillis,
    orders: z.array(z.object({ id: z.uuid(), version: z.int(), labelVersion: z.int() })),
  }),
  'delete-stray-picture': OfOrder.extend({ photoId: z.uuid() }),
  'simulate-stop': OfOrder.extend({ stop: z.int().min(0), isWatched: z.boolean() }),
  'connect-shop': OfMerchant,
  'connect-shops': z.object({ moved: z.boolean().default(false) }),
  'reconcile-shop': OfMerchant.extend({
    shop: z.string().optional(),
    since: EpochMillis.optional(),
  }),
  'delete-shop-orders': OfShop,
  'check-shop-token': OfShop,
  'redact-shop': OfShop.extend({ receivedAt: EpochMillis.optional() }),
  'redact-shop-orders': OfShop.extend({
    shopOrderIds: z.array(z.string()).readonly(),
    until: EpochMillis,
  }),
  'tell-delivery-events': OfOrder,
  'leave-shop': OfShop.extend({ encryptedToken: z.string() }),
  'redact-recipients': OfOrders.extend({ until: EpochMillis.optional() }),
  'follow-shop-order': OfMerchant.extend({
    shopOrderId: z.string(),
    isFulfilled: z.boolean().default(false),
  }),
  'ready-fulfilled-order': OfOrder.extend({ username: z.string() }),
  'send-mail': z.object({ mailId: z.uuid(), usefulUntil: EpochMillis }),
  'submit-contact-request': z.object({ contactRequestId: z.uuid() }),
  'request-password-reset': z.object({
    username: z.string(),
    locale: Locale,
    usefulUntil: EpochMillis,
    mailId: z.uuid().optional(),
  }),
} as const;

export type JobName = keyof typeof jobPayloads;
export type JobPayload<Name extends JobName> = z.output<(typeof jobPayloads)[Name]>;

/** One at a time in all processes: slow mail delays only mail, and the last reset code works. */
const QUEUES: Partial<Record<JobName, string>> = {
  'delete-merchant': 'deletions',
  'send-mail': 'mail',
  'request-password-reset': 'password-reset',
};

/** One a merchant at a time, to leave workers to others. */
const QUEUED_BY_MERCHANT: readonly JobName[] = ['run-import', 'undo-import'];

/** Calls that add kinds of jobs in different orders would wait for each other. */
export async function insertJobNames(db: Executor): Promise<void> {
  await sql`
    insert into graphile_worker._private_tasks (identifier)
    select name from unnest(${Object.keys(jobPayloads)}::text[]) as names(name)
    on conflict do nothing`.execute(db);
}

/** Null for jobs that any worker may run. */
function queueOf(name: JobName, payload: JobPayload<JobName>): string | null {
  if (QUEUED_BY_MERCHANT.includes(name) && 'merchantId' in payload) {
    return `imports of ${payload.merchantId}`;
  }
  // Two would both add an event that the shop lacks.
  if (name === 'tell-delivery-events' && 'merchantId' in payload) {
    return `shop events of ${payload.merchantId}`;
  }
  return QUEUES[name] ?? null;
}

/** The queue's own channel; its workers look for jobs every two seconds, too. */
const CHANNEL = 'jobs:insert';

interface Options {
  /** Milliseconds. */
  delay?: number;
  key?: string;
}

/** Runs after the commit and the delay, maybe twice. Replaces the job with the same `key`. */
export const insertJob = <Name extends JobName>(
  db: Executor,
  name: Name,
  payload: JobPayload<Name>,
  options?: Options,
): Promise<void> => insertJobs(db, name, [payload], options);

/** One statement. */
export async function insertJobs<Name extends JobName>(
  db: Executor,
  name: Name,
  payloads: readonly JobPayload<Name>[],
  { delay = 0, key }: Options = {},
): Promise<void> {
  if (payloads.length === 0) return;
  const jobs = payloads.map((payload) => {
    return { name, payload: { ...payload, ...traceHeaders() }, queue: queueOf(name, payload), key };
  });
  await sql`select quiet.add_jobs(${JSON.stringify(jobs)}::json, ${delay})`.execute(db);
  if (delay > 0) return;
  // Random, since PostgreSQL delivers equal notices of a transaction once.
  const notice = JSON.stringify({ r: Math.random(), count: payloads.length });
  await notifyAfterCommit(db, CHANNEL, [notice]);
}

/**
 * True if a job has been due for `patience` ms and none was taken in that time. Ignores older locks
 * of queues: their worker is dead.
 */
export async function isQueueStuck(
  db: Executor,
  names: readonly string[],
  patience: number,
): Promise<boolean> {
  const since = sql`now() - ${patience} * interval '1 millisecond'`;
  const { rows } = await sql<{ isStuck: boolean }>`
    select exists (
      select from graphile_worker._private_jobs as jobs
      join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
      left join graphile_worker._private_job_queues as queues on queues.id = jobs.job_queue_id
      where jobs.is_available = true and jobs.run_at < ${since} and identifier = any(${names})
        and (queues.locked_at is null or queues.locked_at < ${since})
    ) and not exists (
      select from graphile_worker._private_jobs where locked_at > ${since}
    ) as "isStuck"`.execute(db);
  return rows[0]?.isStuck === true;
}

/** Bounds the count, which is slowest when the queue is in trouble. */
const MOST_COUNTED = 20_000;

/** Counts the first `MOST_COUNTED` jobs that no worker has, by name; reads an index alone. */
export async function listWaitingJobs(db: Executor): Promise<WaitingJobs[]> {
  const { rows } = await sql<WaitingJobs>`
    select identifier as job,
      count(*) filter (where run_at <= now()) as due,
      count(*) filter (where run_at > now()) as later,
      greatest(0, extract(epoch from now() - min(run_at)))::float8 as oldest
    from (
      select task_id, run_at from graphile_worker._private_jobs
      where is_available = true order by priority, run_at limit ${MOST_COUNTED}
    ) as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    group by identifier`.execute(db);
  return rows;
}

/** Call in the transaction that does the job's work. */
export async function removeJob(db: Executor, key: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${key})`.execute(db);
}

/** Outlive their merchant: they clean up elsewhere. */
const LASTING: readonly JobName[] = ['leave-shop', 'delete-stray-picture', 'delete-merchant'];

/** Removes what waits for a merchant. Returns the number of jobs that run. */
export async function removeJobsOf(db: Executor, merchantId: string): Promise<number> {
  const { rows } = await sql<{ id: string; isRunning: boolean }>`
    select jobs.id::text, jobs.locked_at is not null as "isRunning"
    from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where jobs.payload ->> 'merchantId' = ${merchantId} and identifier <> all(${LASTING})`.execute(
    db,
  );
  const waiting = rows.filter(({ isRunning }) => !isRunning).map(({ id }) => id);
  if (waiting.length > 0) {
    await sql`select graphile_worker.complete_jobs(${waiting}::bigint[])`.execute(db);
  }
  return rows.length - waiting.length;
}

/** A job of the queue, without its payload. */
export interface QueuedJob {
  id: string;
  name: string;
  /** `gave up` after its last attempt. */
  state: 'running' | 'waiting' | 'failed' | 'gave up';
  attempts: number;
  maxAttempts: number;
  runAt: EpochMillis;
  lastError: string | null;
}

/** Lists jobs that wait or run, those due first. */
export async function listJobs(
  db: Executor,
  { failedOnly, limit }: { failedOnly: boolean; limit: number },
): Promise<QueuedJob[]> {
  const { rows } = await sql<QueuedJob>`
    select id::text, task_identifier as name, attempts, max_attempts as "maxAttempts",
      run_at as "runAt", last_error as "lastError",
      case
        when locked_at is not null then 'running'
        when attempts >= max_attempts then 'gave up'
        when last_error is not null then 'failed'
        else 'waiting'
      end as state
    from graphile_worker.jobs
    where not ${failedOnly} or last_error is not null
    order by run_at, id limit ${limit}`.execute(db);
  return rows;
}

/** Makes a waiting job due now, with all attempts. Returns its name; undefined for none. */
export async function retryJob(db: Executor, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select jobs.task_identifier as name
    from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)
      as retried
    join graphile_worker.jobs using (id)`.execute(db);
  return rows[0]?.name;
}

/** Holds the lock on a separate connection, lost when the process dies. Jobs name their pool. */
export function holdPoolLock(
  databaseUrl: string,
  log: Logger,
  poolId: string,
): Promise<LastingConnection> {
  return keepConnection(databaseUrl, log, {
    name: 'portage-jobs',
    prepare: async (client) => {
      // Shared: a lost session of this process may still hold it.
      const lock = 'select pg_advisory_lock_shared(hashtextextended($1, 0))';
      await client.query(lock, [lockText('workers', poolId)]);
    },
  });
}

export async function freeJobsOfPool(db: Database, poolId: string): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array[${poolId}])`.execute(db);
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

/** Timed jobs would wait until a clock that was ahead is right again. */
export async function forgetRunsAhead(db: Database): Promise<void> {
  await sql`
    update graphile_worker._private_known_crontabs set last_execution = now()
    where last_execution > now() + interval '1 minute'`.execute(db);
}
