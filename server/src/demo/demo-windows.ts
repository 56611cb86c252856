import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Window } from '@portage/contract/orders/new-order';
import { Weekday, type EpochMillis } from '@portage/contract/time';
import { Temporal } from 'temporal-polyfill';
import type { z } from 'zod';
import { SCHEDULED_WINDOWS } from '../rates/list-windows.ts';
import type { DemoRandom } from './demo-random.ts';

/**
 * A SCHEDULED window that a customer books at least some days ahead. It is reckoned here from the merchant's
 * usual windows, a hundred times faster than listing all that are offered; rating checks it.
 */
export function bookWindow(
  random: DemoRandom,
  { deliveryConstraintsByWeek: { usuals } }: Merchant,
  { at, timeZone, daysAhead }: { at: EpochMillis; timeZone: string; daysAhead: number },
): z.infer<typeof Window> {
  const today = Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const offers = Array.from({ length: 6 }, (_, day) => day + daysAhead).flatMap((days) => {
    const date = today.add({ days });
    const weekday = Weekday.options[date.dayOfWeek - 1];
    return usuals.filter((usual) => usual.weekday === weekday).map((usual) => ({ date, usual }));
  });
  // Somebody who books takes one of the next days more often than a later one.
  const { date, usual } = random.weighted(offers.map((offer, index) => [offer, 1 / (index + 1)]));
  const { timeStart, timeEnd } = usual.deliveryWindow;
  const opening = Number.parseInt(timeStart, 10);
  const windows = Math.floor((Number.parseInt(timeEnd, 10) - opening) / SCHEDULED_WINDOWS.hours);
  const hour = opening + random.between(0, windows - 1) * SCHEDULED_WINDOWS.hours;
  const start = date.toZonedDateTime({ timeZone, plainTime: { hour } });
  return {
    start: start.epochMilliseconds,
    end: start.add({ hours: SCHEDULED_WINDOWS.hours }).epochMilliseconds,
  };
}
