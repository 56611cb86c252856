import { defaultDays } from './day-range.ts';
import { DayRangePicker } from './DayRangePicker.tsx';
import type { FilterControlProps } from './filter-control.ts';
import { mayFilterByDelivery } from './order-filters.ts';
import { useFilterPart } from './use-filter-part.ts';

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
