import { sql, type RawBuilder, type ColumnType } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from './database.ts';

/** Written and read as JSON text. */
export type Document = ColumnType<string, string, string>;

/** Written as a Date, read as milliseconds since 1970. */
export type Timestamp = ColumnType<number, Date, Date>;

export type MaybeTimestamp = ColumnType<number | null, Date | null, Date | null>;

/** For comparisons: a cast column would lose its index. */
export const timestamp = (at: EpochMillis): RawBuilder<number> =>
  sql<number>`${new Date(at)}::timestamptz`;

export async function readDatabaseClock(db: Executor): Promise<EpochMillis | undefined> {
  const { rows } = await sql<{ now: EpochMillis }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now;
}
