import type { Temporal } from 'temporal-polyfill';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { EpochMillis } from '@portage/contract/time';
import { cutoffOf, dayOf, isClosed, weekdayOf } from './promise-delivery.ts';
import type { ServicePromise } from './tariff.ts';

/** A day's last minute. */
export const END_OF_DAY = '23:59';

/** Exceptions may close every day. */
const MOST_DAYS = 60;

interface Placement {
  readonly at: EpochMillis;
  readonly timeZone: string;
  readonly constraints: Merchant['deliveryConstraintsByWeek'];
}

interface Promised extends ServicePromise {
  /** Missed the cutoff of its day. */
  readonly late: boolean;
}

/** The last cutoff that keeps the promise: days of slack count, closed days do not. */
export function shipByOfPromise(promised: Promised, placement: Placement): EpochMillis {
  const { firstDay, lastDay, late } = promised;
  const start = dayOf(placement.at, placement.timeZone).add({ days: late ? 1 : 0 });
  const slack = Math.max(0, lastDay - firstDay);
  for (let index = 0; index < MOST_DAYS; index += 1) {
    // Counts from the last day backwards, then the days after it.
    const days = index <= slack ? slack - index : index;
    const cutoff = cutoffOn(start.add({ days }), placement, promised.cutoff);
    if (cutoff !== undefined && cutoff > placement.at) return cutoff;
  }
  return placement.at;
}

/** The last cutoff before the window, or its start. */
export function shipByOfWindow(start: EpochMillis, placement: Placement): EpochMillis {
  const day = dayOf(start, placement.timeZone);
  for (let back = 0; back < MOST_DAYS; back += 1) {
    const cutoff = cutoffOn(day.subtract({ days: back }), placement);
    if (cutoff === undefined || cutoff > start) continue;
    return cutoff > placement.at ? cutoff : start;
  }
  return start;
}

/** The service's, else the merchant's. Undefined on closed days. */
function cutoffOn(
  day: Temporal.PlainDate,
  { timeZone, constraints: { usuals, exceptions } }: Placement,
  serviceCutoff?: string,
): EpochMillis | undefined {
  if (isClosed(day, exceptions)) return undefined;
  const weekday = weekdayOf(day);
  const usual = usuals.filter((one) => one.weekday === weekday).map((one) => one.cutoffTime);
  const cutoff = serviceCutoff ?? usual.toSorted().at(-1) ?? END_OF_DAY;
  const plainTime = cutoffOf({ cutoff }, day, exceptions) ?? cutoff;
  return day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
}
