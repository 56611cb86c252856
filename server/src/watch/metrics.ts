import { once } from 'node:events';
import http from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { SECOND } from '@portage/contract/time';

/** Jobs of one name. */
export interface WaitingJobs {
  job: string;
  /** Leaves out those that wait for their time or a retry. */
  due: number;
  later: number;
  /** Seconds. */
  oldest: number;
}

export interface JobRun {
  job: string;
  /** Milliseconds. */
  duration: number;
  /** `given_up` after the last try. */
  outcome: 'done' | 'failed' | 'given_up';
}

export interface FinishedCall {
  method: string;
  /** The pattern of the route, such as `/api/orders/:id`; `unknown` for paths without one. */
  route: string;
  status: number;
  /** Milliseconds until its answer had left. */
  duration: number;
  /** The limit of calls that refused it. */
  refusedBy: string | undefined;
}

/** Read when scraped. */
export interface MetricSources {
  version: string;
  jobs: readonly string[];
  pool: { totalCount: number; idleCount: number; options: { max: number } };
  /** Equal in every process. */
  listWaitingJobs: () => Promise<WaitingJobs[]>;
  countMailsGivenUp: () => Promise<number>;
  /** Undefined without a replica. */
  replica?: { look: () => Promise<{ fault: string | undefined; lag: number }> } | undefined;
}

export interface Metrics {
  onCall: (call: FinishedCall) => void;
  onStream: (change: 1 | -1) => void;
  onWait: (change: 1 | -1) => void;
  onRead: (server: 'primary' | 'replica') => void;
  onJob: (run: JobRun) => void;
  /** Throws the system's error, such as `EADDRINUSE`. */
  serve(
    place: { host: string; port: number },
    sources: MetricSources,
  ): Promise<{ stop(): Promise<void> }>;
}

/** Milliseconds. */
const READ_EVERY = 5 * SECOND;

/** Milliseconds; Prometheus waits 10 s. */
const PATIENCE = 2 * SECOND;

/** Seconds. */
const CALL_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300];

/** Reads once in `READ_EVERY`; rejects after `PATIENCE`. */
function readSometimes<Reading>(read: () => Promise<Reading>): () => Promise<Reading> {
  let reading: Promise<Reading> | undefined;
  let readAt = -Infinity;
  const patiently = () =>
    Promise.race([
      read(),
      setTimeout(PATIENCE, undefined, { ref: false }).then(() => {
        throw new Error('The database does not answer');
      }),
    ]);
  return () => {
    if (!reading || performance.now() - readAt >= READ_EVERY) {
      readAt = performance.now();
      reading = patiently();
    }
    return reading;
  };
}

/** Labels have few values: no ids, raw paths or merchants. Prometheus sets `job`. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const calls = new Histogram({
    name: 'portage_http_request_duration_seconds',
    help: 'Calls by method, route and class of status; without event streams and refused calls.',
    labelNames: ['method', 'route', 'status'],
    buckets: CALL_BUCKETS,
    registers,
  });
  const refused = new Counter({
    name: 'portage_refused_calls_total',
    help: 'Calls that a limit refused.',
    labelNames: ['limit'],
    registers,
  });
  const streams = new Gauge({
    name: 'portage_event_streams_open',
    help: 'Lists that follow changes of orders.',
    registers,
  });
  const waiting = new Gauge({
    name: 'portage_database_waiting',
    help: 'Queries that wait for a connection.',
    registers,
  });
  const reads = new Counter({
    name: 'portage_order_reads_total',
    help: 'Reads that a replica may answer, by the server that did.',
    labelNames: ['server'],
    registers,
  });
  const jobDurations = new Histogram({
    name: 'portage_job_duration_seconds',
    help: 'Runs of jobs, failed ones included.',
    labelNames: ['job_name'],
    buckets: JOB_BUCKETS,
    registers,
  });
  const jobFailures = new Counter({
    name: 'portage_job_failures_total',
    help: 'Runs of jobs that failed; given_up is true for the last try.',
    labelNames: ['job_name', 'given_up'],
    registers,
  });

  /** Returns a function that updates them. */
  function addReadings(sources: MetricSources): () => Promise<void> {
    const { pool, jobs, replica } = sources;
    const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Gauge({ name: `portage_${name}`, help, labelNames, registers });

    gauge('build_info', 'The version that runs.', 'version').set({ version: sources.version }, 1);
    const connections = gauge('database_connections', 'Connections by state.', 'state');
    const most = gauge('database_connections_max', 'The most connections of this process.');
    const isUp = gauge('database_up', '1 while the database answers to scrapes, else 0.');
    const due = gauge('jobs_due', 'Jobs that may run and that no worker has taken.', 'job_name');
    const later = gauge('jobs_later', 'Jobs that wait for their time or another try.', 'job_name');
    const oldest = gauge('jobs_oldest_due_seconds', 'Wait of the oldest due job.', 'job_name');
    const mails = gauge('mails_given_up', 'Mails of the last two days that were given up.');
    const replicaUp = gauge('replica_up', '1 while the replica is used; of no server without one.');
    const replicaLag = gauge('replica_lag_seconds', 'How far the replica is behind.');
    for (const job of jobs) {
      for (const givenUp of ['true', 'false']) {
        jobFailures.inc({ job_name: job, given_up: givenUp }, 0);
      }
    }

    const readDatabase = readSometimes(async () => ({
      waitingJobs: await sources.listWaitingJobs(),
      mailsGivenUp: await sources.countMailsGivenUp(),
    }));

    return async () => {
      most.set(pool.options.max);
      connections.set({ state: 'idle' }, pool.idleCount);
      connections.set({ state: 'in_use' }, pool.totalCount - pool.idleCount);
      const readings = await readDatabase().catch(() => undefined);
      isUp.set(readings ? 1 : 0);
      for (const one of [due, later, oldest, mails, replicaUp, replicaLag]) one.reset();
      const copy = await replica?.look().catch(() => undefined);
      if (copy) {
        replicaUp.set(copy.fault ? 0 : 1);
        replicaLag.set(copy.lag / SECOND);
      }
      if (!readings) return;
      mails.set(readings.mailsGivenUp);
      const none = jobs.map((job) => ({ job, due: 0, later: 0, oldest: 0 }));
      for (const { job, ...of } of [...none, ...readings.waitingJobs]) {
        due.set({ job_name: job }, of.due);
        later.set({ job_name: job }, of.later);
        oldest.set({ job_name: job }, of.oldest);
      }
    };
  }

  return {
    onCall({ method, route, status, duration, refusedBy }) {
      if (refusedBy !== undefined) return refused.inc({ limit: refusedBy });
      const statusClass = `${Math.floor(status / 100)}xx`;
      return calls.observe({ method, route, status: statusClass }, duration / SECOND);
    },
    onStream: (change) => streams.inc(change),
    onWait: (change) => waiting.inc(change),
    onRead: (server) => reads.inc({ server }),
    onJob({ job, duration, outcome }) {
      jobDurations.observe({ job_name: job }, duration / SECOND);
      if (outcome === 'done') return;
      jobFailures.inc({ job_name: job, given_up: String(outcome === 'given_up') });
    },

    async serve({ host, port }, sources) {
      const bringUpToDate = addReadings(sources);
      const server = http.createServer((request, response) => {
        if (request.url !== '/metrics') {
          response.writeHead(404).end();
          return;
        }
        bringUpToDate()
          .then(() => registry.metrics())
          .then(
            (text) => response.setHeader('content-type', registry.contentType).end(text),
            () => response.writeHead(500).end(),
          );
      });
      server.listen({ host, port });
      await once(server, 'listening');
      return {
        async stop() {
          server.close();
          server.closeAllConnections();
          await once(server, 'close');
        },
      };
    },
  };
}
