import type { ColumnType } from 'kysely';

/** A document: written as JSON text, read as the text that was written. */
export type Document = ColumnType<string, string, string>;

/** A moment: written as a Date, read as milliseconds since 1970. */
export type Moment = ColumnType<number, Date, Date>;

/** A moment that may be missing. */
export type MaybeMoment = ColumnType<number | null, Date | null, Date | null>;
