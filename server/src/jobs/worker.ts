import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import {
  Logger as WorkerLogger,
  run,
  runMigrations,
  type Task,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import { MINUTE } from '@portage/contract/time';
import { onBehalfOf, SESSION_SETTINGS } from '../db/database.ts';
import { CHECK_INTERVAL, type LastingConnection } from '../db/lasting-connection.ts';
import { KEEP_ALIVE, WatchedPool } from '../db/lost-connections.ts';
import type { Deps } from '../deps.ts';
import type { JobRun } from '../watch/metrics.ts';
import { endSpan, newSpan, parentOf, spanKinds, asWork } from '../watch/spans.ts';
import {
  forgetRunsAhead,
  freeJobsOfDeadWorkers,
  freeJobsOfPool,
  holdPoolLock,
  insertJobNames,
  isQueueStuck,
} from './job-queries.ts';

/** Jobs mostly wait for the database. */
const CONCURRENCY = 4;

/** One a job, and one that listens. */
const CONNECTIONS = CONCURRENCY + 1;

/** Milliseconds before failed workers are replaced. */
const PAUSE = 500;

/** Milliseconds to record the end of the last job, and for connections to end. */
const GRACE = 3_000;
const GOODBYE = 1_000;

/** Milliseconds until the queue of an ended job is free. */
const FREE_AFTER = [5, 20, 100];

type JobDeps = Pick<Deps, 'db' | 'log'>;

export interface BackgroundWork {
  tasks: TaskList;
  /** One process runs each line. */
  crontab: string;
}

const OWN_CRONTAB = '* * * * * free-jobs-of-dead-workers ?max=1\n';

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** Ends a job that runs again after the next start. */
export class JobInterrupted extends Error {}

const workerLogger = (log: Logger) =>
  new WorkerLogger(() => (level, message, meta) => {
    const isInterrupted = meta['error'] instanceof JobInterrupted;
    log[isInterrupted ? 'info' : LEVELS[level]]({ component: 'jobs' }, message);
  });

export async function migrateJobs({ db, log }: JobDeps, databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, logger: workerLogger(log) });
  await insertJobNames(db);
}

/** Milliseconds. */
const STUCK_AFTER = 10 * MINUTE;

type OnJob = (run: JobRun) => void;

/** In log and metrics. Jobs share connections as one more merchant. */
function asJob(name: string, task: Task, onJob: OnJob | undefined): Task {
  return async (payload, helpers) => {
    const { id: jobId, attempts, max_attempts: mostAttempts } = helpers.job;
    const span = newSpan(
      `job ${name}`,
      spanKinds.consumer,
      parentOf((payload ?? {}) as Record<string, unknown>),
    );
    const begun = performance.now();
    let outcome: JobRun['outcome'] = attempts < mostAttempts ? 'failed' : 'given_up';
    try {
      const work = () => onBehalfOf('jobs', () => task(payload, helpers));
      const result = await asWork({ job: name, jobId }, span, work);
      outcome = 'done';
      return result;
    } finally {
      endSpan(span, outcome !== 'done', { 'portage.job_id': jobId });
      onJob?.({ job: name, duration: performance.now() - begun, outcome });
    }
  };
}

const asJobs = (tasks: TaskList, onJob: OnJob | undefined): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, task && asJob(name, task, onJob)]),
  );

export interface Worker {
  stop(): Promise<void>;
  /** True while due jobs wait and no process takes them. */
  isQueueStuck(): Promise<boolean>;
}

/** Takes over jobs of killed processes. Throws the driver's error at the start. */
export async function startWorker(
  deps: JobDeps,
  databaseUrl: string,
  work: BackgroundWork,
  onJob?: OnJob,
): Promise<Worker> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let tookJobAt = -Infinity;
  const onTake = () => {
    tookJobAt = performance.now();
  };
  const start = () => startPool(deps, databaseUrl, work, { onJob, onTake });

  const stops = new Set<Promise<void>>();
  const pause = () => setTimeout(PAUSE, undefined, { signal }).catch(() => undefined);

  /** Lets a replaced pool finish its jobs. */
  function letEnd(pool: WorkerPool): void {
    const stop = pool.stop();
    stops.add(stop);
    void stop.then(() => stops.delete(stop));
  }

  async function startAgain(): Promise<WorkerPool | undefined> {
    while (!signal.aborted) {
      try {
        return await start();
      } catch (error) {
        deps.log.warn({ err: error, component: 'jobs' }, 'the workers cannot start');
        await pause();
      }
    }
    return undefined;
  }

  async function keep(first: WorkerPool): Promise<void> {
    const stopped = once(signal, 'abort');
    let pool: WorkerPool | undefined = first;
    while (pool) {
      await Promise.race([pool.ended, stopped]);
      // A worker that is stopped before its error arrives prints the error.
      await pause();
      letEnd(pool);
      pool = await startAgain();
    }
    await Promise.all(stops);
  }

  const keeping = keep(await start());
  return {
    async stop() {
      stopping.abort();
      await keeping;
    },
    async isQueueStuck() {
      if (performance.now() - tookJobAt < STUCK_AFTER) return false;
      return isQueueStuck(deps.db, Object.keys(work.tasks), STUCK_AFTER);
    },
  };
}

/** Share an identity, which the queue notes on their jobs. */
interface WorkerPool {
  /** Resolves when it stops taking jobs, or lost the database. */
  ended: Promise<void>;
  /** Waits for running jobs, and releases those whose end could not be recorded. Throws nothing. */
  stop: () => Promise<void>;
}

/** The queue pauses for minutes after some of these, and after others never stops. */
const ENDINGS = ['pool:gracefulShutdown', 'pool:listen:error', 'worker:getJob:error'] as const;

/** Ends when the queue loses the database, so that others can take its jobs. */
async function startPool(
  deps: JobDeps,
  databaseUrl: string,
  { tasks, crontab }: BackgroundWork,
  { onJob, onTake }: { onJob: OnJob | undefined; onTake: () => void },
): Promise<WorkerPool> {
  await freeJobsOfDeadWorkers(deps.db);
  await forgetRunsAhead(deps.db);
  const events: WorkerEvents = new EventEmitter();
  const ended = Promise.withResolvers<void>();
  for (const name of ENDINGS) events.once(name, () => ended.resolve());
  events.on('cron:prematureTimer', ({ expectedTimestamp, currentTimestamp }) => {
    if (expectedTimestamp - currentTimestamp > MINUTE) ended.resolve();
  });
  let isStopping = false;
  events.on('pool:gracefulShutdown', () => {
    isStopping = true;
  });
  const running = new Set<string>();
  events.on('job:start', ({ job }) => {
    running.add(job.id);
    onTake();
  });
  events.on('job:complete', ({ job }) => running.delete(job.id));
  events.on('pool:listen:success', ({ client }) => {
    const check = () => client.query('select').catch(() => undefined);
    const checking = setInterval(check, CHECK_INTERVAL).unref();
    const stop = () => clearInterval(checking);
    client.once('end', stop);
    events.once('pool:listen:release', stop);
  });
  let poolId = '';
  const locked = Promise.withResolvers<LastingConnection>();
  events.on('pool:create', ({ workerPool }) => {
    poolId = workerPool.id;
    locked.resolve(holdPoolLock(databaseUrl, deps.log, workerPool.id));
    // Workers look before the queue is free; without a nudge the next job waits for a poll.
    events.on('job:complete', async ({ job }) => {
      for (const pause of job.job_queue_id === null ? [] : FREE_AFTER) {
        await setTimeout(pause);
        if (!isStopping) workerPool.nudge(1);
      }
    });
  });
  // The queue retries after some errors, and the job of a lost answer would wait for hours.
  const connections = openQueueConnections(databaseUrl, deps.log, () => ended.resolve());
  const runner = await run({
    pgPool: connections.pool,
    concurrency: CONCURRENCY,
    // main.ts stops everything in order.
    noHandleSignals: true,
    taskList: {
      ...asJobs(tasks, onJob),
      'free-jobs-of-dead-workers': () => freeJobsOfDeadWorkers(deps.db),
    },
    crontab: OWN_CRONTAB + crontab,
    events,
    logger: workerLogger(deps.log),
    // A delay would hide a failure to record a job's end.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  }).catch(async (error: unknown) => {
    await connections.end();
    throw error;
  });
  // The queue has logged the cause.
  const isOver = runner.promise.then(
    () => true,
    () => true,
  );

  /** Its own end may never come after several failures (graphile/worker#636). */
  async function stopRunner(): Promise<void> {
    runner.stop().catch(() => undefined);
    do {
      while (running.size > 0) await once(events, 'job:complete');
      if (await Promise.race([isOver, setTimeout(GRACE, false, { ref: false })])) break;
    } while (running.size > 0);
    await connections.end();
  }

  const lock = await locked.promise.catch(async (error: unknown) => {
    await stopRunner();
    throw error;
  });
  return {
    ended: ended.promise,
    async stop() {
      await stopRunner();
      await lock.stop();
      // By name: its lock may outlast a lost connection. Else the next minute's job frees them.
      const freed = freeJobsOfPool(deps.db, poolId).catch(() => undefined);
      await Promise.race([freed, setTimeout(GOODBYE, undefined, { ref: false })]);
    },
  };
}

/** The queue reads JSON as objects, our queries as text. */
function openQueueConnections(
  databaseUrl: string,
  log: Logger,
  onBreak: () => void,
): { pool: pg.Pool; end: () => Promise<void> } {
  const pool = new WatchedPool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    connectionTimeoutMillis: 10_000,
    ...KEEP_ALIVE,
    firstQuery: SESSION_SETTINGS,
  });
  // Without a listener an error ends the process once the queue has stopped.
  const onBroken = (error: Error) => {
    log.warn({ err: error, component: 'jobs' }, 'a database connection broke');
    onBreak();
  };
  const clients = new Set<pg.PoolClient>();
  const breakOff = (client: pg.PoolClient) => client.connection.stream.destroy();
  pool.on('error', onBroken);
  pool.on('connect', (client) => {
    client.on('error', onBroken);
    clients.add(client);
    if (pool.ending) breakOff(client);
  });
  pool.on('remove', (client) => clients.delete(client));
  return {
    pool,
    async end() {
      const ended = pool.end();
      // Frees connections that the queue kept.
      clients.forEach(breakOff);
      await Promise.race([ended, setTimeout(GOODBYE, undefined, { ref: false })]);
    },
  };
}
