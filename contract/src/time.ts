import { z } from 'zod';

/**
 * A timestamp as integer milliseconds since 1970 UTC: the form of every timestamp in the contract.
 * The upper bound is the year 9999, so that every value also fits a PostgreSQL timestamp.
 */
export const EpochMillis = z
  .int()
  .min(0)
  .max(253_402_300_799_999)
  .describe('Milliseconds since 1970-01-01T00:00:00Z.');
export type EpochMillis = z.infer<typeof EpochMillis>;

/** Reads a timestamp of 10 digits as seconds and any other as milliseconds (spec 1 §9). */
export function toMillis(timestamp: number): EpochMillis {
  return String(Math.trunc(timestamp)).length === 10 ? timestamp * 1000 : timestamp;
}

/** A timestamp as carriers' systems send it: seconds where it has 10 digits, else milliseconds (spec 1 §9). */
export const Timestamp = z
  .int()
  .min(0)
  .transform(toMillis)
  .pipe(EpochMillis)
  .describe('Milliseconds since 1970-01-01T00:00:00Z, or seconds where it has 10 digits.');

/** A calendar day, `YYYY-MM-DD`, in the time zone of the place it speaks of. */
export const CalendarDate = z.iso.date();

/** A time of day on the 24-hour clock, `HH:MM`, local to the place it speaks of. */
export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'timeOfDayInvalid');

/** The days of the week as the spec orders them (spec 1 §9). */
export const Weekday = z.enum([
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
]);
export type Weekday = z.infer<typeof Weekday>;
