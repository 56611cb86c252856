import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import { OrderChange } from '@portage/contract/orders/order-changes';
import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { keepConnection, type LastingConnection } from '../db/lasting-connection.ts';
import { notifyAfterCommit, ORDER_CHANGES } from '../db/notices.ts';
import { SERVER_LOST } from '../db/running-servers.ts';
import { timestamp } from '../db/tables.ts';
import { readJson } from '../read-json.ts';
import { SESSION_ENDS } from '../sessions/identity.ts';

interface ListenerEvents {
  onNotice: (notice: OrderChangeNotice) => void;
  onSessionEnd: (sessionId: string) => void;
  /** A server died, maybe between a commit and its notice. */
  onServerLost: () => void;
  /** Reconnected, after notices may have been lost. */
  onRecovered: () => Promise<void>;
  /** Every notice sent before `begun` (of `now`) was delivered. */
  onAlive: (begun: number) => void;
  now: () => number;
}

/** Uses its own connection and reconnects. Throws when the first connection fails. */
export function listenToOrderChanges(
  databaseUrl: string,
  log: Logger,
  { onNotice, onSessionEnd, onServerLost, ...events }: ListenerEvents,
): Promise<LastingConnection> {
  return keepConnection(databaseUrl, log, {
    name: 'portage-changes',
    ...events,
    async prepare(client) {
      client.on('notification', ({ channel, payload = '' }) => {
        if (channel === SESSION_ENDS) return onSessionEnd(payload);
        if (channel === SERVER_LOST) return onServerLost();
        const notice = readJson(OrderChangeNotice, payload);
        if (notice) onNotice(notice);
        else log.warn('a notice of changed orders cannot be read');
      });
      await client.query(`listen ${ORDER_CHANGES}; listen ${SESSION_ENDS}; listen ${SERVER_LOST}`);
    },
  });
}

/** PostgreSQL limits notifications to 8,000 bytes. */
const MOST_IN_NOTICE = 50;

/** `many` replaces the names of too many orders. */
export const OrderChangeNotice = z.object({
  merchantId: z.uuid(),
  changes: z.union([z.array(OrderChange), z.literal('many')]),
});
export type OrderChangeNotice = z.infer<typeof OrderChangeNotice>;

/** After the commit. */
export async function notifyOrderChanges(
  trx: Executor,
  orders: readonly Order[],
  { isDeleted }: { isDeleted: boolean },
): Promise<void> {
  const byMerchant = Map.groupBy(orders, ({ merchantId }) => merchantId);
  const notices = Array.from(byMerchant, ([merchantId, those]) => {
    const changes = those.map(({ id, createdAt, version }) => {
      return { id, createdAt, version, isDeleted };
    });
    const notice: OrderChangeNotice = {
      merchantId,
      changes: changes.length > MOST_IN_NOTICE ? 'many' : changes,
    };
    return JSON.stringify(notice);
  });
  await notifyAfterCommit(trx, ORDER_CHANGES, notices);
}

/** Includes deletions, up to `most`. */
export async function findOrderChanges(
  db: Executor,
  merchantId: string,
  { since, most }: { since: EpochMillis; most: number },
): Promise<OrderChange[]> {
  const list = (table: 'orders' | 'deleted_orders', changedAt: RawBuilder<number>) =>
    db
      .selectFrom(table)
      .select(['id', 'created_at as createdAt', 'version'])
      .select(sql.lit(table === 'deleted_orders').as('isDeleted'))
      .where('merchant_id', '=', merchantId)
      .where(changedAt, '>=', timestamp(since))
      .orderBy(changedAt)
      .limit(most)
      .execute();
  const [changed, deleted] = await Promise.all([
    list('orders', sql.ref('modified_at')),
    list('deleted_orders', sql.ref('deleted_at')),
  ]);
  return [...changed, ...deleted].slice(0, most);
}
