import { Temporal } from 'temporal-polyfill';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { SameDayCutoff } from '@portage/contract/orders/order-cutoff';
import type { Rate, Unavailability } from '@portage/contract/rates/rates';
import { type EpochMillis, Weekday } from '@portage/contract/time';
import type { ServicePromise } from './tariff.ts';

/** Today's, or the next open day's. SAMEDAY runs every day; short days close earlier. */
export function nextSameDayCutoff(
  at: EpochMillis,
  timeZone: string,
  cutoff: string,
  exceptions: Exceptions = [],
): SameDayCutoff {
  const today = dayOf(at, timeZone);
  const closingOf = (day: Temporal.PlainDate) => {
    const plainTime = cutoffOf({ cutoff }, day, exceptions) ?? cutoff;
    return day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
  };
  let day = today;
  while (isClosed(day, exceptions) || at >= closingOf(day)) day = day.add({ days: 1 });
  return { closesAt: closingOf(day), isToday: day.equals(today) };
}

export interface DeliveryPromise {
  readonly estimate: Required<
    Pick<
      Rate,
      'estimateDay' | 'estimateFrom' | 'estimateTo' | 'epochEstimateFrom' | 'epochEstimateTo'
    >
  >;
  /** Missed the cutoff, promised a day later. */
  readonly late: boolean;
  /** `YYYY-MM-DD`. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** `HH:MM` on the order's day. */
  readonly cutoff?: { readonly time: string; readonly at: EpochMillis };
}

/** Estimates from first opening to last close at the origin; undefined after the cutoff. */
export function promiseDelivery(
  promise: ServicePromise,
  at: EpochMillis,
  timeZone: string,
  exceptions: Exceptions = [],
): DeliveryPromise | undefined {
  const now = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  const today = now.toPlainDate();
  const cutoff = cutoffOf(promise, today, exceptions);
  const late = cutoff !== undefined && Temporal.PlainTime.compare(now.toPlainTime(), cutoff) >= 0;
  const isForToday = promise.whenLate === 'notOffered';
  if (isForToday && (late || isClosed(today, exceptions))) return undefined;

  const start = today.add({ days: late ? 1 : 0 });
  const firstDay = openDay(start.add({ days: promise.firstDay }), exceptions);
  const lastDay = openDay(start.add({ days: promise.lastDay }), exceptions);
  return {
    late,
    firstDay: firstDay.toString(),
    lastDay: lastDay.toString(),
    ...(cutoff !== undefined && {
      cutoff: {
        time: cutoff,
        at: today.toZonedDateTime({ timeZone, plainTime: cutoff }).epochMilliseconds,
      },
    }),
    estimate: {
      estimateDay: lastDay.toString(),
      estimateFrom: promise.from,
      estimateTo: promise.to,
      epochEstimateFrom: firstDay.toZonedDateTime({ timeZone, plainTime: promise.from })
        .epochMilliseconds,
      epochEstimateTo: lastDay.toZonedDateTime({ timeZone, plainTime: promise.to })
        .epochMilliseconds,
    },
  };
}

/** Says why same-day has closed, and when it is next offered. */
export function whyNotToday(
  promise: ServicePromise,
  at: EpochMillis,
  timeZone: string,
  exceptions: Exceptions = [],
): Unavailability {
  const today = dayOf(at, timeZone);
  const tomorrow = today.add({ days: 1 });
  const day = openDay(tomorrow, exceptions).add({ days: promise.firstDay });
  const next = {
    date: day.toString(),
    time: promise.from,
    isTomorrow: day.equals(tomorrow),
    at: day.toZonedDateTime({ timeZone, plainTime: promise.from }).epochMilliseconds,
  };
  const cutoff = cutoffOf(promise, today, exceptions);
  return cutoff === undefined || isClosed(today, exceptions)
    ? { code: 'closed_today', next }
    : { code: 'cutoff_passed', cutoff, next };
}

export const dayOf = (at: EpochMillis, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate();

export const weekdayOf = (day: Temporal.PlainDate): Weekday | undefined =>
  Weekday.options[day.dayOfWeek - 1];

/** Closed days, or short ones with a cutoff. */
type Exceptions = Merchant['deliveryConstraintsByWeek']['exceptions'];

/** True on days that an exception closes. */
export function isClosed(day: Temporal.PlainDate, exceptions: Exceptions): boolean {
  const date = day.toString();
  return exceptions.some((one) => one.date === date && one.cutoffTime === undefined);
}

/** The day, or the next open one. */
function openDay(day: Temporal.PlainDate, exceptions: Exceptions): Temporal.PlainDate {
  return isClosed(day, exceptions) ? openDay(day.add({ days: 1 }), exceptions) : day;
}

/** The service's, or a short day's if earlier. */
export function cutoffOf(
  { cutoff }: Pick<ServicePromise, 'cutoff'>,
  day: Temporal.PlainDate,
  exceptions: Exceptions,
): string | undefined {
  const date = day.toString();
  const early = exceptions.find((one) => one.date === date)?.cutoffTime;
  // `HH:MM` sorts as text.
  return cutoff !== undefined && early !== undefined && early < cutoff ? early : cutoff;
}
