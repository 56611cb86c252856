import type { ColumnType } from 'kysely';

/** A document: written as JSON text, read as the text that was written. */
export type Document = ColumnType<string, string, string>;

/** A timestamp: written as a Date, read as milliseconds since 1970. */
export type Timestamp = ColumnType<number, Date, Date>;

/** A timestamp that may be missing. */
export type MaybeTimestamp = ColumnType<number | null, Date | null, Date | null>;
