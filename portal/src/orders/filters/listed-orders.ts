import type { ViewFilter } from '@portage/contract/orders/order-views';
import type { ListedOrders } from '../../order/order-calls.ts';
import { mayFilterByDelivery } from './order-filters.ts';
import { type Days, daysOf, defaultDays, timestampsOf } from './day-range.ts';

/** What the days of a merchant are. */
export interface Calendar {
  /** The merchant's: days begin and end in it. */
  readonly timeZone: string;
  /** The day that it is there, `YYYY-MM-DD`. */
  readonly today: string;
}

/** What the filters that were chosen ask the server for. */
export function listedOrders(filter: ViewFilter, { timeZone, today }: Calendar): ListedOrders {
  const { placed, delivered, search, tags, business } = filter;
  const timestamps = (days: Days) => timestampsOf(days, timeZone);
  const anyDays = filter.import === undefined ? defaultDays(today) : {};
  const placedAt = timestamps(placed === undefined ? anyDays : daysOf(placed, today));
  const deliveredAt = timestamps(
    delivered !== undefined && mayFilterByDelivery(filter) ? daysOf(delivered, today) : {},
  );

  const query = {
    freeSearch: search,
    dateFrom: placedAt.from?.toString(),
    dateTo: placedAt.to?.toString(),
    deliveredAtFrom: deliveredAt.from?.toString(),
    deliveredAtTo: deliveredAt.to?.toString(),
    orderStatus: filter.status?.join(','),
    labelStatus: filter.labels?.join(','),
    serviceSearch: filter.service?.join(','),
    tags: tags?.join(','),
    includeTags: tags && filter.withoutTags ? 'false' : undefined,
    isBusinessAddress: business?.toString(),
    fulfillmentStatus: filter.fulfilment,
    deliveryType: filter.deliveryType,
    originPostalCode: filter.origin,
    merchantDisplayName: filter.displayName,
    importId: filter.import,
  };
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as ListedOrders;
}
