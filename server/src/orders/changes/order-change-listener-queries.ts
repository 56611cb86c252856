import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { SESSION_ENDS } from '../../sessions/identity.ts';
import { CHANNEL, OrderChangeNotice } from './order-change-queries.ts';

/** How often the connection is tried, in milliseconds: one that is lost need not say so. */
const CHECK_INTERVAL = 15_000;

/** The first and the longest pause before the connection is made again, in milliseconds. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;

/** What a listener tells. */
interface ListenerEvents {
  onNotice: (notice: OrderChangeNotice) => void;
  /** A session ended, by its id. */
  onSessionEnd: (sessionId: string) => void;
  /** There is a connection again, after notices may have been lost. */
  onRecovered: () => Promise<void>;
  /** Every notice that was sent before `begun` (of `now`) has been told. */
  onAlive: (begun: number) => void;
  now: () => number;
}

/**
 * Listens to the changes of orders on a connection of its own, and makes it anew whenever it is
 * lost. Raises what the driver raises when there is no first connection.
 */
export async function listenToOrderChanges(
  databaseUrl: string,
  log: Logger,
  { onNotice, onSessionEnd, onRecovered, onAlive, now }: ListenerEvents,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const isStopping = () => signal.aborted;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'portage-changes',
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
      keepAlive: true,
    });
    client.on('error', (error) => log.warn({ err: error }, 'the connection that listens broke'));
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === SESSION_ENDS) {
        onSessionEnd(payload);
        return;
      }
      const notice = readNotice(payload);
      if (notice) onNotice(notice);
      else log.warn('a notice of changed orders cannot be read');
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}; listen ${SESSION_ENDS}`);
      return client;
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
  }

  /** Resolves when the connection is lost, or the listener stops. */
  async function watch(client: pg.Client): Promise<void> {
    const end = once(client, 'end').then(
      () => 'ended',
      () => 'ended',
    );
    for (;;) {
      const begun = now();
      await client.query('select');
      onAlive(begun);
      const pause = setTimeout(CHECK_INTERVAL, 'again', { signal }).catch(() => 'ended');
      if ((await Promise.race([end, pause])) === 'ended') return;
    }
  }

  async function keepListening(first: pg.Client): Promise<void> {
    let client: pg.Client | undefined = first;
    let pause = FIRST_PAUSE;
    while (!isStopping()) {
      try {
        if (!client) {
          client = await connect();
          await onRecovered();
        }
        pause = FIRST_PAUSE;
        await watch(client);
      } catch (error) {
        log.warn({ err: error }, 'changes of orders cannot be listened to');
      }
      const goodbye = client?.end().catch(() => undefined);
      // A connection that no longer answers would take its time.
      if (isStopping()) await goodbye;
      client = undefined;
      await setTimeout(pause, undefined, { signal }).catch(() => undefined);
      pause = Math.min(LONGEST_PAUSE, pause * 2);
    }
  }

  const listening = keepListening(await connect());
  return {
    async stop() {
      stopping.abort();
      await listening;
    },
  };
}

function readNotice(payload = ''): OrderChangeNotice | undefined {
  try {
    return OrderChangeNotice.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
}
