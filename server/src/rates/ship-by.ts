import type { Merchant } from '@portage/contract/merchants/merchants';
import { type EpochMillis, Weekday } from '@portage/contract/time';
import { Temporal } from 'temporal-polyfill';
import { cutoffOf, isClosed } from './promise-delivery.ts';
import type { ServicePromise } from './tariff.ts';

/** Cutoff of a day without one: its last minute. */
const END_OF_DAY = '23:59';

/** Most days looked through; exceptions may close every one of them. */
const MOST_DAYS = 60;

interface Placement {
  /** Time of the order. */
  readonly at: EpochMillis;
  /** Of the origin. */
  readonly timeZone: string;
  readonly constraints: Merchant['deliveryConstraintsByWeek'];
}

/** A promise as far as it was made for one order. */
interface Promised extends ServicePromise {
  /** True when the order missed the cutoff of its day. */
  readonly late: boolean;
}

/**
 * Returns the last cutoff at which an order still keeps its promise. The slack between the first
 * and the last day of arrival may be used; closed days may not.
 */
export function shipByOfPromise(promised: Promised, placement: Placement): EpochMillis {
  const { firstDay, lastDay, late } = promised;
  const start = dayOf(placement.at, placement.timeZone).add({ days: late ? 1 : 0 });
  const slack = Math.max(0, lastDay - firstDay);
  for (let index = 0; index < MOST_DAYS; index += 1) {
    // From the last day backwards, then the days after it.
    const days = index <= slack ? slack - index : index;
    const cutoff = cutoffOn(start.add({ days }), placement, promised.cutoff);
    if (cutoff !== undefined && cutoff > placement.at) return cutoff;
  }
  return placement.at;
}

/**
 * Returns the last cutoff before a booked window that is after the order; the start of the window
 * where there is none.
 */
export function shipByOfWindow(start: EpochMillis, placement: Placement): EpochMillis {
  const day = dayOf(start, placement.timeZone);
  for (let back = 0; back < MOST_DAYS; back += 1) {
    const cutoff = cutoffOn(day.subtract({ days: back }), placement);
    if (cutoff === undefined || cutoff > start) continue;
    return cutoff > placement.at ? cutoff : start;
  }
  return start;
}

const dayOf = (at: EpochMillis, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate();

/** The cutoff of a day: the service's, else the merchant's usual one. Undefined on closed days. */
function cutoffOn(
  day: Temporal.PlainDate,
  { timeZone, constraints: { usuals, exceptions } }: Placement,
  serviceCutoff?: string,
): EpochMillis | undefined {
  if (isClosed(day, exceptions)) return undefined;
  const weekday = Weekday.options[day.dayOfWeek - 1];
  const usual = usuals.filter((one) => one.weekday === weekday).map((one) => one.cutoffTime);
  const cutoff = serviceCutoff ?? usual.toSorted().at(-1) ?? END_OF_DAY;
  const plainTime = cutoffOf({ cutoff }, day, exceptions) ?? cutoff;
  return day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
}
