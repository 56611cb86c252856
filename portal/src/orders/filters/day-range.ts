import {
  DAY_RANGE_PRESETS,
  type DayRange,
  type DayRangePreset,
} from '@portage/contract/orders/order-views';
import { Temporal } from '../../lib/temporal.ts';

/** The first and the last day of a range, `YYYY-MM-DD`; a side that is missing is open. */
export interface Days {
  readonly first?: string;
  readonly last?: string;
}

/** Months that are listed by default (spec 1 §9). */
const DEFAULT_MONTHS = 2;

/** The day that it is in a time zone, `YYYY-MM-DD`. */
export const dayIn = (timeZone: string, now: number) =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** The named ranges, seen from a day. Weeks begin on Sunday, as calendars in Canada and the US do. */
const named: Readonly<Record<DayRangePreset, (today: Temporal.PlainDate) => Days>> = {
  today: (today) => daysBetween(today, today),
  thisWeek: (today) => weekFrom(sundayBefore(today)),
  lastWeek: (today) => weekFrom(sundayBefore(today).subtract({ weeks: 1 })),
  thisMonth: (today) => monthFrom(today.with({ day: 1 })),
  lastMonth: (today) => monthFrom(today.with({ day: 1 }).subtract({ months: 1 })),
  all: () => ({}),
};

/** The days of a range, seen from a day. */
export function daysOf(range: DayRange, today: string): Days {
  const preset = DAY_RANGE_PRESETS.find((one) => one === range);
  if (preset) return named[preset](Temporal.PlainDate.from(today));
  const [first = today, last = first] = range.split('..');
  return { first, last };
}

/** The default days: the last two months. */
export function defaultDays(today: string): Days {
  const day = Temporal.PlainDate.from(today);
  return daysBetween(day.subtract({ months: DEFAULT_MONTHS }), day);
}

/** Returns the first and the last millisecond of days in a time zone (spec 1 §2). */
export function timestampsOf({ first, last }: Days, timeZone: string) {
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).epochMilliseconds;
  return {
    from: first === undefined ? undefined : startOf(Temporal.PlainDate.from(first)),
    to:
      last === undefined ? undefined : startOf(Temporal.PlainDate.from(last).add({ days: 1 })) - 1,
  };
}

const sundayBefore = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek % 7 });
const weekFrom = (first: Temporal.PlainDate) => daysBetween(first, first.add({ days: 6 }));
const monthFrom = (first: Temporal.PlainDate) =>
  daysBetween(first, first.add({ months: 1 }).subtract({ days: 1 }));
const daysBetween = (first: Temporal.PlainDate, last: Temporal.PlainDate): Days => ({
  first: first.toString(),
  last: last.toString(),
});
