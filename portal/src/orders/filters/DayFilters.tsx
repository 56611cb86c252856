import { defaultDays } from './day-range.ts';
import type { FilterControlProps } from './filter-control.ts';
import { mayFilterByDelivery } from './order-filters.ts';
import { useFilterPart } from './use-filter-part.ts';
import { Button } from '@mantine/core';
import type { DayRange } from '@portage/contract/orders/order-views';
import { IconCalendar, IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { PopoverButton } from '../../ui/PopoverButton.tsx';
import { useCodeSoon } from '../../ui/use-fetch-soon.ts';
import { loadListTools } from '../load-list-tools.ts';
import type { DayRangeChoicesProps } from './DayRangeChoices.tsx';
import classes from './DayRangePicker.module.css';
import { dayRangeWords } from './filter-words.ts';
import { loadCalendar } from './load-calendar.ts';

/** A button that says which days are listed and offers others. */
function DayRangePicker(props: DayRangeChoicesProps) {
  const { name, range, onChange } = props;
  const { t } = useTranslation('orderFilters');
  const format = useFormat();
  useCodeSoon(loadCalendar);
  return (
    <PopoverButton
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
      middlewares={{ shift: true, flip: true, size: true }}
      className={classes['dropdown']}
      load={loadListTools}
      renderButton={(target) => (
        <Button
          {...target}
          variant="default"
          className={classes['button']}
          classNames={{ label: classes['label'] ?? '' }}
          leftSection={<IconCalendar size={18} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          <span className={classes['name']}>{t(`filter.${name}`)}</span>{' '}
          {range === undefined
            ? t(name === 'placed' ? 'days.lastTwoMonths' : 'days.anyDay')
            : dayRangeWords(range, { t, format })}
        </Button>
      )}
    >
      {({ DayRangeChoices }, close) => (
        <DayRangeChoices
          {...props}
          onChange={(next: DayRange | undefined) => {
            close();
            onChange(next);
          }}
        />
      )}
    </PopoverButton>
  );
}

interface DayFiltersProps extends FilterControlProps {
  /** The day that it is for the merchant, `YYYY-MM-DD`. */
  readonly today: string;
}

/** When the listed orders were placed and, of delivered ones alone, when that was (spec 1 §5). */
export function DayFilters({ filter, onChange, today }: DayFiltersProps) {
  const change = useFilterPart({ filter, onChange });
  return (
    <>
      <DayRangePicker
        name="placed"
        range={filter.placed}
        daysByDefault={defaultDays(today)}
        today={today}
        onChange={(placed) => change({ placed })}
      />
      {mayFilterByDelivery(filter) && (
        <DayRangePicker
          name="delivered"
          range={filter.delivered}
          daysByDefault={{}}
          today={today}
          onChange={(delivered) => change({ delivered })}
        />
      )}
    </>
  );
}
