import { z } from 'zod';

/** Milliseconds since 1970 UTC; up to the year 9999, so that it fits PostgreSQL. */
export const EpochMillis = z
  .int()
  .min(0)
  .max(253_402_300_799_999)
  .describe('Milliseconds since 1970-01-01T00:00:00Z.');
export type EpochMillis = z.infer<typeof EpochMillis>;

/** Reads 10 digits as seconds, others as milliseconds (spec 1 §9). */
export function toMillis(timestamp: number): EpochMillis {
  return String(Math.trunc(timestamp)).length === 10 ? timestamp * 1000 : timestamp;
}

/** Takes seconds (10 digits) or milliseconds (spec 1 §9). */
export const Timestamp = z
  .int()
  .min(0)
  .transform(toMillis)
  .pipe(EpochMillis)
  .describe('Milliseconds since 1970-01-01T00:00:00Z, or seconds where it has 10 digits.');

/** `YYYY-MM-DD`, local to its place. */
export const CalendarDate = z.iso.date();

/** `HH:MM`, local to its place. */
export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'timeOfDayInvalid');

/** In the spec's order (spec 1 §9). */
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
