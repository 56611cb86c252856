import type { Logger } from 'pino';
import { keepConnection, type LastingConnection } from '../../db/lasting-connection.ts';
import { SESSION_ENDS } from '../../sessions/identity.ts';
import { CHANNEL, OrderChangeNotice } from './order-change-queries.ts';

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
 * lost. Throws what the driver throws when there is no first connection.
 */
export function listenToOrderChanges(
  databaseUrl: string,
  log: Logger,
  { onNotice, onSessionEnd, ...events }: ListenerEvents,
): Promise<LastingConnection> {
  return keepConnection(databaseUrl, log, {
    name: 'portage-changes',
    ...events,
    async prepare(client) {
      client.on('notification', ({ channel, payload = '' }) => {
        if (channel === SESSION_ENDS) {
          onSessionEnd(payload);
          return;
        }
        const notice = readNotice(payload);
        if (notice) onNotice(notice);
        else log.warn('a notice of changed orders cannot be read');
      });
      await client.query(`listen ${CHANNEL}; listen ${SESSION_ENDS}`);
    },
  });
}

function readNotice(payload = ''): OrderChangeNotice | undefined {
  try {
    return OrderChangeNotice.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
}
