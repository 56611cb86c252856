import { DatePicker } from '@mantine/dates';
import { DaySpan } from '@portage/contract/orders/order-views';
import english from 'dayjs/locale/en-ca';
import french from 'dayjs/locale/fr-ca';
import { useState } from 'react';
import { useLocale, useTranslation } from '../../i18n/i18n.ts';
import { Temporal } from '../../lib/temporal.ts';
import type { Days } from './day-range.ts';
import classes from './DayRangePicker.module.css';
import '@mantine/dates/styles.layer.css';

/** By Day.js names. */
const DAYJS_LOCALE = { en: english.name, fr: french.name } as const;

/** Red weekends would look like errors. */
const NO_DAYS: [] = [];

interface DayRangeCalendarProps {
  readonly days: Days;
  /** The merchant's current day; later ones are disabled. */
  readonly today: string;
  readonly months: 1 | 2;
  readonly onChoose: (span: DaySpan) => void;
}

/** First and last day, one after the other. */
export function DayRangeCalendar({ days, today, months, onChoose }: DayRangeCalendarProps) {
  const { t } = useTranslation('orderFilters');
  const locale = useLocale();
  const [chosen, setChosen] = useState<[string | null, string | null]>([
    days.first ?? null,
    days.last ?? null,
  ]);

  function choose(next: [string | null, string | null]): void {
    setChosen(next);
    const span = DaySpan.safeParse(next.join('..'));
    if (span.success) onChoose(span.data);
  }

  const lastShown = days.last !== undefined && days.last < today ? days.last : today;
  const firstMonth = Temporal.PlainDate.from(lastShown).subtract({ months: months - 1 });
  return (
    <>
      <p className={classes['hint']} aria-live="polite">
        {t(chosen[0] !== null && chosen[1] === null ? 'days.chooseLast' : 'days.calendar')}
      </p>
      <DatePicker
        type="range"
        value={chosen}
        onChange={choose}
        allowSingleDateInRange
        numberOfColumns={months}
        columnsToScroll={1}
        defaultDate={firstMonth.toString()}
        maxDate={today}
        locale={DAYJS_LOCALE[locale]}
        firstDayOfWeek={0}
        weekendDays={NO_DAYS}
        highlightToday
        // As on the buttons beside it.
        __stopPropagation
        // The device's day may differ.
        getDayProps={(date) => ({
          'data-today': date === today || undefined,
          'aria-current': date === today ? 'date' : undefined,
        })}
        ariaLabels={{
          nextMonth: t('calendar.nextMonth'),
          previousMonth: t('calendar.previousMonth'),
          nextYear: t('calendar.nextYear'),
          previousYear: t('calendar.previousYear'),
          nextDecade: t('calendar.nextDecade'),
          previousDecade: t('calendar.previousDecade'),
        }}
      />
    </>
  );
}
