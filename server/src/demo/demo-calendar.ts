import type { EpochMillis } from '@portage/contract/time';
import { Temporal } from 'temporal-polyfill';
import { HOUR } from './demo-timestamps.ts';
import type { DemoRandom } from './demo-random.ts';

/** When a merchant's orders come in. */
export interface Rhythm {
  /** How busy each weekday is, Monday first; 1 is the busiest. */
  readonly weekdays: readonly number[];
  /** How busy each hour of the day is, from midnight, on the merchant's clock. */
  readonly hours: readonly number[];
}

/** Midnights of the days that a span touches, each with its weekday. */
function daysOf(from: EpochMillis, until: EpochMillis, timeZone: string) {
  const days: { midnight: EpochMillis; weekday: number }[] = [];
  let day = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone).startOfDay();
  while (day.epochMilliseconds <= until) {
    days.push({ midnight: day.epochMilliseconds, weekday: day.dayOfWeek });
    day = day.add({ days: 1 });
  }
  return days;
}

/** As many timestamps as asked for, in the rhythm of the merchant, earliest first. */
export function creationTimestamps(
  random: DemoRandom,
  span: { count: number; from: EpochMillis; until: EpochMillis; timeZone: string },
  rhythm: Rhythm,
): EpochMillis[] {
  const days = daysOf(span.from, span.until, span.timeZone);
  const hours = rhythm.hours.map((weight, hour) => [hour, weight] as const);
  const timestamps: EpochMillis[] = [];
  while (timestamps.length < span.count) {
    const { midnight, weekday } = random.pick(days);
    if (!random.chance(rhythm.weekdays[weekday - 1] ?? 0)) continue;
    const timestamp = midnight + random.weighted(hours) * HOUR + random.between(0, HOUR - 1);
    if (timestamp >= span.from && timestamp <= span.until) timestamps.push(timestamp);
  }
  return timestamps.sort((one, other) => one - other);
}
