import { EventEmitter } from 'node:events';
import {
  Logger as WorkerLogger,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type { Logger } from 'pino';
import { onBehalfOf } from '../db/connection-shares.ts';
import type { LastingConnection } from '../db/lasting-connection.ts';
import type { Deps } from '../deps.ts';
import { freeJobsOfDeadWorkers, holdPoolLock } from './worker-lock-queries.ts';

/** How many jobs one process works on at once; most of a job is waiting for the database. */
const CONCURRENCY = 4;

/** Connections of the queue itself: one a job, and one that listens for new ones. */
const CONNECTIONS = CONCURRENCY + 1;

/** What the jobs do. */
export interface BackgroundWork {
  /** What each job does, by its name. */
  tasks: TaskList;
  /** What is done by the clock, as cron lines; of several processes one does it. */
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
      (payload, helpers) => onBehalfOf('jobs', () => task?.(payload, helpers)),
    ]),
  );

/**
 * Works on jobs until stopped; stopping waits for the ones under way. Jobs that a killed process left
 * half done are taken up at once, here or by another process within a minute.
 */
export async function startWorker(
  deps: Pick<Deps, 'db' | 'log'>,
  databaseUrl: string,
  { tasks, crontab }: BackgroundWork,
): Promise<{ stop(): Promise<void> }> {
  await freeJobsOfDeadWorkers(deps.db);
  const events: WorkerEvents = new EventEmitter();
  const locked = Promise.withResolvers<LastingConnection>();
  events.on('pool:create', ({ workerPool }) =>
    locked.resolve(holdPoolLock(databaseUrl, deps.log, workerPool.id)),
  );
  const runner = await run({
    // Connections of its own: it reads JSON as objects, where our queries keep the text.
    connectionString: databaseUrl,
    maxPoolSize: CONNECTIONS,
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
  });
  const lock = await locked.promise;
  return {
    async stop() {
      await runner.stop();
      await lock.stop();
    },
  };
}
