import { expect, test } from 'vitest';
import { OrderCountQuery } from '@portage/contract/orders/orders';
import { loadTemporal } from '../../lib/temporal.ts';
import { listedOrders } from './order-filters.ts';

await loadTemporal();

const TORONTO = { timeZone: 'America/Toronto', today: '2026-11-21' };
const at = (timestamp: string) => Date.parse(timestamp);

test('the last two months are listed when nothing else is chosen', () => {
  expect(OrderCountQuery.parse(listedOrders({}, TORONTO))).toEqual({
    dateFrom: at('2026-09-21T00:00:00-04:00'),
    dateTo: at('2026-11-21T23:59:59.999-05:00'),
  });
});

test('every filter reaches the server as chosen', () => {
  const filter = {
    search: 'zoé',
    placed: 'all',
    fulfilment: 'UNFULFILLED',
    deliveryType: 'HEAVY',
    displayName: 'North Table',
    origin: 'M5X 1A9',
    tags: ['gift', 'VIP'],
    withoutTags: true,
    status: ['GEOCODED', 'CREATED'],
    labels: ['NOT_PRINTED', 'STALE'],
    service: ['FLEX', 'NEXTDAY'],
    business: false,
  } as const;
  const { tags, status, labels, service, ...single } = filter;
  const lists = {
    tags: [...tags],
    status: [...status],
    labels: [...labels],
    service: [...service],
  };
  expect(OrderCountQuery.parse(listedOrders({ ...single, ...lists }, TORONTO))).toEqual({
    freeSearch: 'zoé',
    fulfillmentStatus: 'UNFULFILLED',
    deliveryType: 'HEAVY',
    merchantDisplayName: 'North Table',
    originPostalCode: 'M5X 1A9',
    tags,
    includeTags: false,
    orderStatus: status,
    labelStatus: labels,
    serviceSearch: service,
    isBusinessAddress: false,
  });
});

test('the days of delivery count only with the one status DELIVERED', () => {
  const delivered = '2026-11-01..2026-11-02';
  const only = listedOrders({ placed: 'all', delivered, status: ['DELIVERED'] }, TORONTO);
  expect(OrderCountQuery.parse(only)).toEqual({
    orderStatus: ['DELIVERED'],
    deliveredAtFrom: at('2026-11-01T00:00:00-04:00'),
    deliveredAtTo: at('2026-11-02T23:59:59.999-05:00'),
  });
  const more = listedOrders({ delivered, status: ['DELIVERED', 'LOST'] }, TORONTO);
  expect(more.deliveredAtFrom).toBeUndefined();
});
