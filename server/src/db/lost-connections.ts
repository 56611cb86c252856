import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { SECOND } from '@portage/contract/time';

/** 08 connection failed; 25006 read only; 53 out of resources; 57P and 25P03 session ended; 58 files fail. */
const LOST =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08...|53...|57P0[1-5]|25006|25P03|58...)$/;

/** The driver's messages without a code. */
const LOST_WORDS =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|is not queryable|Cannot use a pool after calling end/;

/** A cluster reports a lost worker as an internal error. */
const LOST_WORKER =
  /failure on connection marked as essential|could not establish any connections to the node|connection to the remote node|server closed the connection unexpectedly/;

/** query_canceled. */
const STATEMENT_TIMED_OUT = '57014';

export const isStatementTimeout = (error: Error & { code?: unknown }): boolean =>
  error.code === STATEMENT_TIMED_OUT;

/** False for wrong queries. */
export function isDatabaseLost(error: Error & { code?: unknown }): boolean {
  if (LOST.test(String(error.code)) || LOST_WORDS.test(error.message)) return true;
  if (error.code === 'XX000' && LOST_WORKER.test(error.message)) return true;
  return error.cause instanceof Error && isDatabaseLost(error.cause);
}

/** Milliseconds after which no answer will come: statements end before. */
const SILENT_AFTER = 35 * SECOND;

export const NO_SESSION =
  'it did not answer; a pooler may be paused or have too few sessions (default_pool_size of PgBouncer)';

/** Milliseconds until TCP asks a quiet database if it is there. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10 * SECOND };

/** Columns of a select that let PostgreSQL find out within half a minute that its client is gone. */
export const FIND_LOST_CLIENT = `
  set_config('tcp_user_timeout', '30000', false),
  set_config('tcp_keepalives_idle', '10', false),
  set_config('tcp_keepalives_interval', '5', false),
  set_config('tcp_keepalives_count', '4', false)`;

/** Columns of a select that lift the operator's limits; PostgreSQL 15 lacks `transaction_timeout`. */
export const LIFT_LIMITS = `
  set_config('idle_session_timeout', '0', false),
  case when current_setting('transaction_timeout', true) is not null
    then set_config('transaction_timeout', '0', false) end`;

const patient = new AsyncLocalStorage<true>();

/** Waits for answers as long as they take. */
export const waitingForEver = <Result>(work: () => Result): Result => patient.run(true, work);

interface WatchedPoolOptions extends pg.PoolConfig {
  firstQuery?: string;
}

/** Breaks connections whose answer stalls: networks drop some silently. */
export class WatchedPool extends pg.Pool {
  #silentAfter: number;
  /** Restarts the timers of connections that owe an answer. */
  readonly #owing = new Set<() => void>();

  constructor({ firstQuery, ...options }: WatchedPoolOptions, silentAfter = SILENT_AFTER) {
    super(options);
    this.#silentAfter = silentAfter;
    const onConnect = async (client: pg.Client) => {
      this.#watch(client);
      if (firstQuery !== undefined) await client.query(firstQuery);
    };
    // `verify` would lose clients that it delays past their caller's patience.
    Object.assign(this.options, { onConnect });
  }

  /** Waits at most `patience` ms for answers and connections from now on. */
  hurry(patience: number): void {
    this.#silentAfter = patience;
    this.options.connectionTimeoutMillis = patience;
    for (const restart of this.#owing) restart();
  }

  #watch(client: pg.Client): void {
    const { stream } = client.connection;
    let timer: NodeJS.Timeout | undefined;
    let isAnswered = false;
    const forget = () => {
      clearTimeout(timer);
      timer = undefined;
      this.#owing.delete(restart);
    };
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const words = `Connection terminated: ${isAnswered ? 'the database did not answer' : NO_SESSION}`;
        stream.destroy(Object.assign(new Error(words), { code: 'ETIMEDOUT' }));
      }, this.#silentAfter).unref();
      this.#owing.add(restart);
    };
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    stream.write = (...args: unknown[]) => {
      if (!timer && !patient.getStore()) restart();
      return write(...args);
    };
    stream.on('data', () => {
      isAnswered = true;
      timer?.refresh();
    });
    stream.once('close', forget);
    // Every query is answered.
    client.on('drain', forget);
  }
}
