import type { ViewFilter } from '@portage/contract/order-views';
import { workFilters } from '../../order/work-views.ts';
import type { ListedOrders } from '../../order/order-calls.ts';
import { type Calendar, listedOrders } from './listed-orders.ts';
import { useToday } from './use-today.ts';

/** Lists of a merchant's orders, in the words of the calls; the same objects as long as they say the same. */
interface Lists {
  readonly calendar: Calendar;
  /** The orders that a filter asks for; undefined until the merchant's time zone is known. */
  readonly listed: ListedOrders | undefined;
  /** The same-day orders that are to be prepared. */
  readonly sameDayToPrepare: ListedOrders;
}

/** What a filter asks the server for, in the days of a time zone; they move on at midnight. */
export function useListedOrders(filter: ViewFilter, timeZone: string | undefined): Lists {
  const today = useToday(timeZone ?? 'UTC');
  const calendar = { timeZone: timeZone ?? 'UTC', today };
  return {
    calendar,
    listed: timeZone === undefined ? undefined : listedOrders(filter, calendar),
    sameDayToPrepare: listedOrders(workFilters.toPrepareSameDay, calendar),
  };
}
