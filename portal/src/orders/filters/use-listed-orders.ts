import type { ViewFilter } from '@portage/contract/orders/order-views';
import { useSyncExternalStore } from 'react';
import type { OrderCount } from '@portage/contract/orders/orders';
import { useQuery } from '@tanstack/react-query';
import { workFilters } from '../../order/work-views.ts';
import { type ListedOrders, orderCountQuery } from '../../order/order-calls.ts';
import { type Calendar, listedOrders } from './listed-orders.ts';
import { dayIn } from './day-range.ts';
import type { LoadedOrders } from '../use-orders.ts';

/** How often is looked whether a new day has begun, in milliseconds. */
const LOOKS_EVERY = 30_000;

function subscribe(onChange: () => void) {
  const timer = setInterval(onChange, LOOKS_EVERY);
  return () => clearInterval(timer);
}

/** The day that it is in a time zone, `YYYY-MM-DD`; a list that stays open overnight moves on with it. */
function useToday(timeZone: string): string {
  return useSyncExternalStore(subscribe, () => dayIn(timeZone, Date.now()));
}

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

/**
 * How many orders the filters match; undefined until it is known. The list comes first, and once it
 * is loaded to its end there is nothing to ask for.
 */
export function useOrderCount(
  listed: ListedOrders | undefined,
  list: Pick<LoadedOrders, 'orders' | 'isPending' | 'hasNextPage'>,
): OrderCount | undefined {
  const query = orderCountQuery(listed);
  const { data } = useQuery({ ...query, enabled: list.hasNextPage });
  if (list.isPending) return undefined;
  return list.hasNextPage ? data : { count: list.orders.length, hasMore: false };
}
