import type { ColumnType } from 'kysely';

/** Written and read as JSON text. */
export type Document = ColumnType<string, string, string>;

/** Written as a Date, read as milliseconds since 1970. */
export type Timestamp = ColumnType<number, Date, Date>;

export type MaybeTimestamp = ColumnType<number | null, Date | null, Date | null>;
