import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { FIND_LOST_CLIENT } from './lost-connections.ts';

/** Milliseconds; proxies cut connections that are quiet for longer. */
export const CHECK_INTERVAL = 15_000;

/** Milliseconds, growing from the first to the longest. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;

/** Milliseconds. */
const GOODBYE = 1_000;

interface Purpose {
  /** As in `pg_stat_activity`. */
  name: string;
  /** Prepares each new connection; retried when it fails. */
  prepare: (client: pg.Client) => Promise<void>;
  onRecovered?: () => Promise<void>;
  /** Called after each answered check; `begun` is when it was sent. */
  onAlive?: (begun: number) => void;
  now?: () => number;
}

export interface LastingConnection {
  stop(): Promise<void>;
}

/** Replaces a lost connection until stopped. Throws the driver's error of the first. */
export async function keepConnection(
  databaseUrl: string,
  log: Logger,
  { name, prepare, onRecovered, onAlive, now = Date.now }: Purpose,
): Promise<LastingConnection> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const isStopping = () => signal.aborted;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: name,
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
      keepAlive: true,
    });
    client.on('error', (error) => log.warn({ err: error, connection: name }, 'it broke'));
    try {
      await client.connect();
      // A session that lost its client would keep its lock.
      await client.query(
        `select set_config('idle_session_timeout', '${4 * CHECK_INTERVAL}', false), ${FIND_LOST_CLIENT}`,
      );
      await prepare(client);
      return client;
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
  }

  async function watch(client: pg.Client): Promise<void> {
    const ended = new AbortController();
    client.once('end', () => ended.abort());
    const over = AbortSignal.any([signal, ended.signal]);
    while (!over.aborted) {
      const begun = now();
      await client.query('select');
      onAlive?.(begun);
      await setTimeout(CHECK_INTERVAL, undefined, { signal: over }).catch(() => undefined);
    }
  }

  async function keep(first: pg.Client): Promise<void> {
    let client: pg.Client | undefined = first;
    let pause = FIRST_PAUSE;
    while (!isStopping()) {
      try {
        if (!client) {
          client = await connect();
          await onRecovered?.();
        }
        pause = FIRST_PAUSE;
        await watch(client);
      } catch (error) {
        log.warn({ err: error, connection: name }, 'there is no such connection');
      }
      const goodbye = client?.end().catch(() => undefined);
      // A silent connection never confirms its end.
      const patience = isStopping() ? GOODBYE : 0;
      await Promise.race([goodbye, setTimeout(patience, undefined, { ref: false })]);
      client = undefined;
      await setTimeout(pause, undefined, { signal }).catch(() => undefined);
      pause = Math.min(LONGEST_PAUSE, pause * 2);
    }
  }

  const keeping = keep(await connect());
  return {
    async stop() {
      stopping.abort();
      // An unanswered check ends later.
      await Promise.race([keeping, setTimeout(2 * GOODBYE, undefined, { ref: false })]);
    },
  };
}
