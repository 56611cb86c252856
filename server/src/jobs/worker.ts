import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import {
  Logger as WorkerLogger,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';
import { onBehalfOf } from '../db/connection-shares.ts';
import type { LastingConnection } from '../db/lasting-connection.ts';
import type { Deps } from '../deps.ts';
import { asWork } from '../watch/work.ts';
import { freeJobsOfDeadWorkers, holdPoolLock } from './worker-lock-queries.ts';

/** Jobs of one process at once; most of a job is waiting for the database. */
const CONCURRENCY = 4;

/** Connections of the queue itself: one a job, and one that listens for new ones. */
const CONNECTIONS = CONCURRENCY + 1;

/** The pauses before workers that met an error stop, and before they are replaced, in milliseconds. */
const PAUSE = 500;

export interface BackgroundWork {
  /** Jobs by name. */
  tasks: TaskList;
  /** Cron lines; one process runs each. */
  crontab: string;
}

/** Every minute, beside the work of the features. */
const OWN_CRONTAB = '* * * * * free-jobs-of-dead-workers ?max=1\n';

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

const workerLogger = (log: Logger) =>
  new WorkerLogger(() => (level, message) => {
    log[LEVELS[level]]({ component: 'jobs' }, message);
  });

/** Creates or updates the queue's own schema. */
export async function migrateJobs(databaseUrl: string, log: Logger): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, logger: workerLogger(log) });
}

/** Jobs share connections with the calls of merchants as one more of them. */
const asJobs = (tasks: TaskList): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload, helpers) =>
        asWork({ job: name, jobId: helpers.job.id }, () =>
          onBehalfOf('jobs', () => task?.(payload, helpers)),
        ),
    ]),
  );

/**
 * Works on jobs until stopped; stopping waits for the ones under way. Jobs that a killed process left
 * half done are taken up at once, here or by another process within a minute. Throws what the driver
 * throws when there is no database at the start.
 */
export async function startWorker(
  deps: Pick<Deps, 'db' | 'log'>,
  databaseUrl: string,
  work: BackgroundWork,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const { signal } = stopping;

  /** Replaces each pool of workers that ended, until stopped. */
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
        pool = await startPool(deps, databaseUrl, work);
      } catch (error) {
        deps.log.warn({ err: error, component: 'jobs' }, 'the workers cannot start');
      }
    }
  }

  const keeping = keep(await startPool(deps, databaseUrl, work));
  return {
    async stop() {
      stopping.abort();
      await keeping;
    },
  };
}

/** Workers with one identity, which the queue notes on the jobs that they take. */
interface WorkerPool {
  /** Resolves when the pool has ended by itself. */
  ended: Promise<void>;
  /** Waits for the jobs under way, and lets others have those whose end could not be recorded. */
  stop: () => Promise<void>;
}

/**
 * Starts a pool. It ends when the queue loses the database: what it then took, or could not record as
 * done, is noted as its own, so the pool must go for others to have it.
 */
async function startPool(
  deps: Pick<Deps, 'db' | 'log'>,
  databaseUrl: string,
  { tasks, crontab }: BackgroundWork,
): Promise<WorkerPool> {
  await freeJobsOfDeadWorkers(deps.db);
  const events: WorkerEvents = new EventEmitter();
  const locked = Promise.withResolvers<LastingConnection>();
  events.on('pool:create', ({ workerPool }) =>
    locked.resolve(holdPoolLock(databaseUrl, deps.log, workerPool.id)),
  );
  // Connections of its own: the queue reads JSON as objects, where our queries keep the text.
  const connections = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS });
  // The queue listens for errors only until it stops; an unheard one ends the process.
  const onBroken = (error: Error) =>
    deps.log.warn({ err: error, component: 'jobs' }, 'a database connection broke');
  connections.on('error', onBroken);
  connections.on('connect', (client) => client.on('error', onBroken));
  const runner = await run({
    pgPool: connections,
    concurrency: CONCURRENCY,
    // main.ts stops everything in its own order.
    noHandleSignals: true,
    taskList: {
      ...asJobs(tasks),
      'free-jobs-of-dead-workers': () => freeJobsOfDeadWorkers(deps.db),
    },
    crontab: OWN_CRONTAB + crontab,
    events,
    logger: workerLogger(deps.log),
    // Without a delay the queue ignores that the end of a job could not be recorded.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  }).catch(async (error: unknown) => {
    await connections.end();
    throw error;
  });
  // The queue has logged the cause.
  const ended = runner.promise.catch(() => undefined);
  const stopRunner = async (): Promise<void> => {
    // It stops once only, and may do so by itself.
    await runner.stop().catch(() => undefined);
    await ended;
  };
  // Not at once: a worker that is told to stop before it knows of its error prints it to the terminal.
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
