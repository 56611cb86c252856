import type { Rate } from '@portage/contract/rates/rates';
import type { EpochMillis } from '@portage/contract/time';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Unavailability } from '@portage/contract/rates/unavailable-services';
import { Temporal } from 'temporal-polyfill';
import type { ServicePromise } from './tariff.ts';

/** A promise made for an order placed at a certain time. */
export interface DeliveryPromise {
  readonly estimate: Required<
    Pick<
      Rate,
      'estimateDay' | 'estimateFrom' | 'estimateTo' | 'epochEstimateFrom' | 'epochEstimateTo'
    >
  >;
  /** True when the order came after the cutoff and is promised a day later. */
  readonly late: boolean;
  /** The first and the last day it may arrive on, `YYYY-MM-DD`. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** The cutoff of the day of the order (`HH:MM`), where the service has one. */
  readonly cutoff?: { readonly time: string; readonly at: EpochMillis };
}

/**
 * When an order placed `at` arrives, on the clock of its origin. `estimateDay` is the last day it may
 * arrive on; the epochs run from the first day's opening to the last day's close. Undefined when the
 * cutoff has passed and the service is not offered any more today.
 *
 * A merchant's exceptions (spec 2 §2) count: nothing arrives on a closed day, so the promise moves to
 * the next open one, or is not made where the service is for today only. A short day has its own,
 * earlier cutoff.
 */
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

/** Why a service that is for today only is not offered any more, and when it is next. */
export function whyNotToday(
  promise: ServicePromise,
  at: EpochMillis,
  timeZone: string,
  exceptions: Exceptions = [],
): Unavailability {
  const today = Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
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

/** Days that are closed, or short where they have a cutoff. */
type Exceptions = Merchant['deliveryConstraintsByWeek']['exceptions'];

/** Tells whether nothing is delivered on a day. */
export function isClosed(day: Temporal.PlainDate, exceptions: Exceptions): boolean {
  const date = day.toString();
  return exceptions.some((one) => one.date === date && one.cutoffTime === undefined);
}

/** The day itself, or the next one that is not closed. */
function openDay(day: Temporal.PlainDate, exceptions: Exceptions): Temporal.PlainDate {
  return isClosed(day, exceptions) ? openDay(day.add({ days: 1 }), exceptions) : day;
}

/** Until when orders of a day are in time: the cutoff of the service, or that of a short day if earlier. */
export function cutoffOf(
  { cutoff }: Pick<ServicePromise, 'cutoff'>,
  day: Temporal.PlainDate,
  exceptions: Exceptions,
): string | undefined {
  const date = day.toString();
  const early = exceptions.find((one) => one.date === date)?.cutoffTime;
  // Times are `HH:MM`: the earlier one sorts first.
  return cutoff !== undefined && early !== undefined && early < cutoff ? early : cutoff;
}
