import { Button, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { DayRange } from '@portage/contract/order-views';
import { IconCalendar, IconChevronDown } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { type Days, daysOf } from './day-range.ts';
import classes from './DayRangePicker.module.css';
import { dayRangeWords } from './filter-words.ts';

/** The calendar is heavy and rarely needed: it comes when it is opened. */
const loadCalendar = () => import('./DayRangeCalendar.tsx');
const DayRangeCalendar = lazy(async () => ({ default: (await loadCalendar()).DayRangeCalendar }));

/** The ranges that merchants choose by name (spec 1 §2). */
const NAMED_RANGES = ['today', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const;

interface DayRangePickerProps {
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

/** A button that says which days are listed and offers others: by a name, or from a calendar. */
export function DayRangePicker(props: DayRangePickerProps) {
  const { name, range, daysByDefault, today, onChange } = props;
  const { t } = useTranslation('orderFilters');
  const format = useFormat();
  const isNarrow = useIsMobile();
  const [isOpen, popover] = useDisclosure();
  const unchosen = t(name === 'placed' ? 'days.lastTwoMonths' : 'days.anyDay');

  function choose(next: DayRange | undefined): void {
    popover.close();
    onChange(next);
  }

  const choice = (one: DayRange | undefined) => (
    <button
      key={one ?? 'unchosen'}
      type="button"
      className={classes['range']}
      aria-pressed={one === range}
      // Escape closes the days alone, not also the screen of filters that they are on.
      data-mantine-stop-propagation
      data-autofocus={one === range || undefined}
      onClick={() => choose(one)}
    >
      {one === undefined ? unchosen : t(`days.${one}` as 'days.all')}
    </button>
  );

  const button = (
    <Button
      variant="default"
      className={classes['button']}
      classNames={{ label: classes['label'] ?? '' }}
      leftSection={<IconCalendar size={18} aria-hidden />}
      rightSection={<IconChevronDown size={16} aria-hidden />}
      onClick={popover.toggle}
      onPointerEnter={() => void loadCalendar()}
      onFocus={() => void loadCalendar()}
    >
      <span className={classes['name']}>{t(`filter.${name}`)}</span>{' '}
      {range === undefined ? unchosen : dayRangeWords(range, { t, format })}
    </Button>
  );

  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => !opened && popover.close()}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
      middlewares={{ shift: true, flip: true, size: true }}
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown className={classes['dropdown']}>
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
              onChoose={choose}
            />
          </Suspense>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
