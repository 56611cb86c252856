import type { Merchant } from '@portage/contract/merchants/merchants';
import type { SameDayCutoff } from '@portage/contract/orders/order-cutoff';
import type { EpochMillis } from '@portage/contract/time';
import { Temporal } from 'temporal-polyfill';
import { cutoffOf, isClosed } from './promise-delivery.ts';

/**
 * When same-day orders next close, on the clocks of a time zone: today, or the next day that is not
 * closed once the cutoff has passed. SAMEDAY runs every day of the week; a short day closes earlier.
 */
export function nextSameDayCutoff(
  at: EpochMillis,
  timeZone: string,
  cutoff: string,
  exceptions: Merchant['deliveryConstraintsByWeek']['exceptions'] = [],
): SameDayCutoff {
  const today = Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const closingOf = (day: Temporal.PlainDate) => {
    const plainTime = cutoffOf({ cutoff }, day, exceptions) ?? cutoff;
    return day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
  };
  let day = today;
  while (isClosed(day, exceptions) || at >= closingOf(day)) day = day.add({ days: 1 });
  return { closesAt: closingOf(day), isToday: day.equals(today) };
}
