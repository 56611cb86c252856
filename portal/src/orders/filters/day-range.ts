import {
  DAY_RANGE_PRESETS,
  type DayRange,
  type DayRangePreset,
} from '@portage/contract/orders/order-views';

/** `YYYY-MM-DD`; a missing side is open. */
export interface Days {
  readonly first?: string;
  readonly last?: string;
}

/** Spec 1 §9. */
const DEFAULT_MONTHS = 2;

/** Weeks begin on Sunday, as in Canada and the US. */
const named: Readonly<Record<DayRangePreset, (today: Temporal.PlainDate) => Days>> = {
  today: (today) => daysBetween(today, today),
  thisWeek: (today) => weekFrom(sundayBefore(today)),
  lastWeek: (today) => weekFrom(sundayBefore(today).subtract({ weeks: 1 })),
  thisMonth: (today) => monthFrom(today.with({ day: 1 })),
  lastMonth: (today) => monthFrom(today.with({ day: 1 }).subtract({ months: 1 })),
  all: () => ({}),
};

export function daysOf(range: DayRange, today: string): Days {
  const preset = DAY_RANGE_PRESETS.find((one) => one === range);
  if (preset) return named[preset](Temporal.PlainDate.from(today));
  const [first = today, last = first] = range.split('..');
  return { first, last };
}

export function defaultDays(today: string): Days {
  const day = Temporal.PlainDate.from(today);
  return daysBetween(day.subtract({ months: DEFAULT_MONTHS }), day);
}

/** First and last millisecond (spec 1 §2). */
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
