import { DatePicker } from '@mantine/dates';
import { useState } from 'react';
import { DaySpan } from '@portage/contract/orders/order-views';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCalendar } from '../../lib/use-calendar.ts';
import type { Days } from './day-range.ts';
import classes from './DayRangePicker.module.css';

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
  const calendar = useCalendar();
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
        {...calendar}
        type="range"
        value={chosen}
        onChange={choose}
        allowSingleDateInRange
        numberOfColumns={months}
        columnsToScroll={1}
        defaultDate={firstMonth.toString()}
        maxDate={today}
        highlightToday
        // Matches the buttons beside it.
        __stopPropagation
        // The device's day may differ.
        getDayProps={(date) => ({
          'data-today': date === today || undefined,
          'aria-current': date === today ? 'date' : undefined,
        })}
      />
    </>
  );
}
