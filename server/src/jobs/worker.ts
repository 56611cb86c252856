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
import pg from 'pg';
import type { Logger } from 'pino';
import { onBehalfOf } from '../db/database.ts';
import { breakSilentConnections, KEEP_ALIVE } from '../db/silent-connections.ts';
import type { LastingConnection } from '../db/lasting-connection.ts';
import type { Deps } from '../deps.ts';
import { MINUTE } from '../durations.ts';
import type { JobRun } from '../watch/metrics.ts';
import { endSpan, newSpan, parentOf, spanKinds, asWork } from '../watch/spans.ts';
import { freeJobsOfDeadWorkers, holdPoolLock, isQueueStuck } from './job-queries.ts';

/** Jobs mostly wait for the database. */
const CONCURRENCY = 4;

/** One a job, and one that listens. */
const CONNECTIONS = CONCURRENCY + 1;

/** Milliseconds before failed workers stop, and before they are replaced. */
const PAUSE = 500;

/** Milliseconds until the queue of an ended job is free. */
const FREE_AFTER = [5, 20, 100];

export interface BackgroundWork {
  tasks: TaskList;
  /** One process runs each line. */
  crontab: string;
}

/** Runs every minute. */
const OWN_CRONTAB = '* * * * * free-jobs-of-dead-workers ?max=1\n';

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

const workerLogger = (log: Logger) =>
  new WorkerLogger(() => (level, message) => {
    log[LEVELS[level]]({ component: 'jobs' }, message);
  });

export async function migrateJobs(databaseUrl: string, log: Logger): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, logger: workerLogger(log) });
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
  /** Due jobs wait that no process takes. */
  isQueueStuck(): Promise<boolean>;
}

/** Takes over jobs of killed processes. Throws the driver's error at the start. */
export async function startWorker(
  deps: Pick<Deps, 'db' | 'log'>,
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

  async function keep(first: WorkerPool): Promise<void> {
    const stopped = once(signal, 'abort');
    let pool: WorkerPool | undefined = first;
    for (;;) {
      if (pool) {
        await Promise.race([pool.ended, stopped]);
        await pool.stop();
        pool = undefined;
      }
      await setTimeout(PAUSE, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        pool = await start();
      } catch (error) {
        deps.log.warn({ err: error, component: 'jobs' }, 'the workers cannot start');
      }
    }
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
  /** Resolves when the pool ended by itself. */
  ended: Promise<void>;
  /** Waits for running jobs, and releases those whose end could not be recorded. */
  stop: () => Promise<void>;
}

/** Ends when the queue loses the database, so that others can take its jobs. */
async function startPool(
  deps: Pick<Deps, 'db' | 'log'>,
  databaseUrl: string,
  { tasks, crontab }: BackgroundWork,
  { onJob, onTake }: { onJob: OnJob | undefined; onTake: () => void },
): Promise<WorkerPool> {
  await freeJobsOfDeadWorkers(deps.db);
  const events: WorkerEvents = new EventEmitter();
  let isStopping = false;
  events.on('pool:gracefulShutdown', () => {
    isStopping = true;
  });
  const locked = Promise.withResolvers<LastingConnection>();
  events.on('job:start', onTake);
  events.on('pool:create', ({ workerPool }) => {
    locked.resolve(holdPoolLock(databaseUrl, deps.log, workerPool.id));
    // A job is looked for before its queue is free: the next one would wait for a poll.
    events.on('job:complete', async ({ job }) => {
      for (const pause of job.job_queue_id === null ? [] : FREE_AFTER) {
        await setTimeout(pause);
        if (!isStopping) workerPool.nudge(1);
      }
    });
  });
  // The queue reads JSON as objects, our queries as text.
  const connections = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    connectionTimeoutMillis: 10_000,
    ...KEEP_ALIVE,
  });
  breakSilentConnections(connections);
  // An unheard error would end the process once the queue has stopped.
  const onBroken = (error: Error) =>
    deps.log.warn({ err: error, component: 'jobs' }, 'a database connection broke');
  connections.on('error', onBroken);
  connections.on('connect', (client) => client.on('error', onBroken));
  const runner = await run({
    pgPool: connections,
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
    // A delay would hide that a job's end could not be recorded.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  }).catch(async (error: unknown) => {
    await connections.end();
    throw error;
  });
  // The queue has logged the cause.
  const ended = runner.promise.catch(() => undefined);
  const stopRunner = async (): Promise<void> => {
    // Stops once only, maybe by itself.
    await runner.stop().catch(() => undefined);
    await ended;
  };
  // A worker stopped before it knows of its error would print it.
  events.on('worker:getJob:error', () => void setTimeout(PAUSE).then(stopRunner));
  const lock = await locked.promise.catch(async (error: unknown) => {
    await stopRunner();
    await connections.end();
    throw error;
  });
  return {
    ended,
    async stop() {
      await stopRunner();
      await connections.end();
      await lock.stop();
    },
  };
}
