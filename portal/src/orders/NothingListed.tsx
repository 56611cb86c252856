import type { ViewFilter } from '@portage/contract/order-views';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { countInForce, searchAlone } from './filters/filters-in-force.ts';
import { type Calendar, listedOrders } from './filters/listed-orders.ts';
import { orderCountQuery } from '../order/order-calls.ts';
import { OrdersEmpty } from './OrdersEmpty.tsx';
import { OrdersNoMatch } from './OrdersNoMatch.tsx';

interface NothingListedProps {
  /** The filters that nothing matches. */
  readonly filter: ViewFilter;
  readonly calendar: Calendar;
  readonly onChange: (next: ViewFilter) => void;
  /** What stands there until it is known whether other days have orders. */
  readonly meanwhile: ReactNode;
}

/** Says why the list is empty: there are no orders at all, or none that match, or only on other days. */
export function NothingListed({ filter, calendar, onChange, meanwhile }: NothingListedProps) {
  const ofAllDates: ViewFilter = { ...filter, placed: 'all' };
  const limitsDays = filter.placed !== 'all';
  const older = useQuery({
    ...orderCountQuery(listedOrders(ofAllDates, calendar)),
    enabled: limitsDays,
  });
  if (limitsDays && older.isPending) return meanwhile;

  const choosesNothingElse = filter.search === undefined && countInForce(ofAllDates) === 1;
  const hasNone = limitsDays ? older.data?.count === 0 : true;
  if (choosesNothingElse && hasNone) return <OrdersEmpty />;
  return (
    <OrdersNoMatch
      filter={filter}
      older={limitsDays ? older.data : undefined}
      onSearchAllDates={limitsDays && !hasNone ? () => onChange(ofAllDates) : undefined}
      onClearSearch={() => onChange({ ...filter, search: undefined })}
      onClearFilters={() => onChange(searchAlone(filter))}
    />
  );
}
