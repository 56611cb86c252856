import type { SameDayCutoff } from '@portage/contract/order-cutoff';
import type { EpochMillis } from '@portage/contract/time';
import { Temporal } from 'temporal-polyfill';
import { SAME_DAY_CUTOFF } from './data/cutoffs.ts';

/**
 * When same-day orders next close, on the clocks of a time zone: today, or tomorrow once the cutoff
 * has passed. SAMEDAY runs every day of the week.
 */
export function nextSameDayCutoff(at: EpochMillis, timeZone: string): SameDayCutoff {
  const today = Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const cutoffOf = (day: Temporal.PlainDate) =>
    day.toZonedDateTime({ timeZone, plainTime: SAME_DAY_CUTOFF }).epochMilliseconds;
  const isToday = at < cutoffOf(today);
  return { closesAt: cutoffOf(isToday ? today : today.add({ days: 1 })), isToday };
}
