import { sql } from 'kysely';
import { CLOCK_TOLERANCE, REPORTABLE_FOR } from '@portage/contract/orders/carrier';
import { type EpochMillis, DAY, HOUR } from '@portage/contract/time';
import { timestamp } from '../db/tables.ts';
import type { Deps } from '../deps.ts';

/** Deletes rows `keep` milliseconds after `column`, in batches by key. */
interface Retention {
  key: readonly string[];
  column: string;
  keep: number;
  cron: string;
  /** The column has ids that begin with their time. */
  holdsIds?: boolean;
  /** Leaves locked rows for the next run. Not for tables of merchants. */
  skipsLocked?: boolean;
}

// oxfmt-ignore
export const retention = {
  idempotency_keys: { key: ['merchant_id', 'key'], column: 'created_at', keep: 48 * HOUR, cron: '17 * * * *' },
  password_resets: { key: ['username'], column: 'expires_at', keep: 0, cron: '37 * * * *' },
  mails: { key: ['id'], column: 'created_at', keep: 30 * DAY, cron: '57 * * * *' },
  sessions: { key: ['id'], column: 'expires_at', keep: 0, cron: '47 3 * * *' },
  refresh_tokens: { key: ['token_hash'], column: 'expires_at', keep: 0, cron: '52 3 * * *' },
  // A whole year, and a month.
  security_events: { key: ['id'], column: 'at', keep: 396 * DAY, cron: '7 4 * * *' },
  // A month beyond reporting: a repeated event is known or too old.
  carrier_events: { key: ['merchant_id', 'event_id'], column: 'received_at', keep: REPORTABLE_FOR + CLOCK_TOLERANCE + 30 * DAY, cron: '17 4 * * *' },
  // Printed logos are fetched daily.
  logos: { key: ['url'], column: 'fetched_at', keep: 30 * DAY, cron: '37 4 * * *' },
  saved_addresses: { key: ['merchant_id', 'id'], column: 'deleted_at', keep: 30 * DAY, cron: '57 4 * * *' },
  // Of orders, by the time of their placement. Disputes of payments end after 18 months.
  tracking_numbers: { key: ['tracking_number'], column: 'order_id', keep: 730 * DAY, cron: '37 5 * * *', holdsIds: true },
  // The platform repeats webhooks for 4 hours.
  shop_webhooks: { key: ['merchant_id', 'webhook_id'], column: 'received_at', keep: 3 * DAY, cron: '23 3 * * *' },
  shop_data_requests: { key: ['merchant_id', 'id'], column: 'requested_at', keep: 396 * DAY, cron: '33 3 * * *' },
  throttles: { key: ['key'], column: 'resets_at', keep: 0, cron: '27 * * * *', skipsLocked: true },
  contact_requests: { key: ['id'], column: 'created_at', keep: 365 * DAY, cron: '7 5 * * *' },
  shipstation_pickups: { key: ['merchant_id', 'id'], column: 'created_at', keep: 90 * DAY, cron: '27 5 * * *' },
  known_devices: { key: ['username', 'token_hash'], column: 'last_seen_at', keep: 180 * DAY, cron: '17 5 * * *' },
} as const satisfies Record<string, Retention>;

export type RetainedTable = keyof typeof retention;

export const retainedTables = Object.keys(retention) as RetainedTable[];

/** Returns an id not above any of version 7 made then. */
function firstIdAt(at: EpochMillis): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** Rows per statement. */
const BATCH = 10_000;

/** Job: covers all merchants. */
export async function deleteOldRows(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  table: RetainedTable,
): Promise<void> {
  const { key, column, keep, holdsIds, skipsLocked = false }: Retention = retention[table];
  const end = clock.now() - keep;
  const [rows, over] = [
    sql.table(table),
    sql`${sql.ref(column)} < ${holdsIds ? firstIdAt(end) : timestamp(end)}`,
  ];
  const columns = sql.join(key.map((name) => sql.ref(name)));
  let deleted: bigint | undefined;
  do {
    ({ numAffectedRows: deleted } = await sql`
      delete from ${rows} where (${columns}) in (
        select ${columns} from ${rows} where ${over} limit ${sql.lit(BATCH)}
        ${skipsLocked ? sql`for update skip locked` : sql``}
      )`.execute(db));
  } while (deleted === BigInt(BATCH));
}
