import type { DayRange } from '@portage/contract/orders/order-views';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { type Days, daysOf } from './day-range.ts';
import classes from './DayRangePicker.module.css';
import { loadCalendar } from '../load-list-tools.ts';

const DayRangeCalendar = lazy(async () => ({ default: (await loadCalendar()).DayRangeCalendar }));

/** The ranges that merchants choose by name (spec 1 §2). */
const NAMED_RANGES = ['today', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const;

export interface DayRangeChoicesProps {
  /** What happened on these days. */
  readonly name: 'placed' | 'delivered';
  /** The range that was chosen, if any. */
  readonly range: DayRange | undefined;
  /** The days that are listed while no range is chosen. */
  readonly daysByDefault: Days;
  /** The day that it is for the merchant, `YYYY-MM-DD`. */
  readonly today: string;
  readonly onChange: (range: DayRange | undefined) => void;
}

/** The days to choose: by a name, or from a calendar. */
export function DayRangeChoices(props: DayRangeChoicesProps) {
  const { name, range, daysByDefault, today, onChange } = props;
  const { t } = useTranslation('orderFilters');
  const isNarrow = useIsMobile();

  const choice = (one: DayRange | undefined) => (
    <button
      key={one ?? 'unchosen'}
      type="button"
      className={classes['range']}
      aria-pressed={one === range}
      // Escape closes the days alone, not also the screen of filters that they are on.
      data-mantine-stop-propagation
      data-autofocus={one === range || undefined}
      onClick={() => onChange(one)}
    >
      {one === undefined
        ? t(name === 'placed' ? 'days.lastTwoMonths' : 'days.anyDay')
        : t(`days.${one}` as 'days.all')}
    </button>
  );

  return (
    <>
      <fieldset aria-label={t('days.presets')} className={classes['ranges']}>
        {choice(undefined)}
        {NAMED_RANGES.map(choice)}
        {name === 'placed' && choice('all')}
      </fieldset>
      <div className={classes['calendar']}>
        <Suspense>
          <DayRangeCalendar
            days={range === undefined ? daysByDefault : daysOf(range, today)}
            today={today}
            months={isNarrow ? 1 : 2}
            onChoose={onChange}
          />
        </Suspense>
      </div>
    </>
  );
}
