import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LabelStatus, OrderStatus } from '@portage/contract/orders/order-status';
import { type DayRange, ViewFilter } from '@portage/contract/orders/order-views';
import { OrderCountQuery } from '@portage/contract/orders/orders';
import { Service } from '@portage/contract/rates/rates';
import { loadTemporal } from '../../lib/temporal.ts';
import { FILTER_NAMES, readOrdersSearch, writeFilter } from '../../order/order-address.ts';
import { readFilter, listedOrders } from './order-filters.ts';

const someOf = <Value>(values: readonly Value[]) => fc.subarray([...values], { minLength: 1 });
const anyTag = fc.stringMatching(/^[a-zé]{1,8}( [a-z0-9]{1,8})?$/);

const anyFilter = fc.oneof(
  fc.record({
    delivered: fc.constantFrom<DayRange>('lastWeek', '2026-11-20..2026-11-20'),
    status: fc.constant<ViewFilter['status']>(['DELIVERED']),
  }),
  fc.record(
    {
      search: fc.constantFrom('zoé m5b', '416', 'true', '00123', '[x]', '100%'),
      placed: fc.constantFrom<DayRange>('today', 'all', '2026-11-01..2026-11-20'),
      fulfilment: fc.constantFrom('FULFILLED' as const, 'UNFULFILLED' as const),
      deliveryType: fc.constantFrom('PARCEL' as const, 'HEAVY' as const),
      displayName: fc.constantFrom('North Table', 'Café Été'),
      origin: fc.constantFrom('M5X 1A9', '98101'),
      tags: fc.array(anyTag, { minLength: 1, maxLength: 3 }),
      withoutTags: fc.constant(true as const),
      status: someOf(OrderStatus.options),
      labels: someOf(LabelStatus.options),
      service: someOf(Service.options),
      business: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
);

test('any filters are read from their address as they were written', () => {
  fc.assert(
    fc.property(anyFilter, (filter: ViewFilter) => {
      expect(readFilter(writeFilter(filter))).toEqual(filter);
    }),
  );
});

test('the address keeps every filter', () => {
  expect(FILTER_NAMES).toEqual(Object.keys(ViewFilter.shape));
});

test('the address keeps the open order and the view beside the filters', () => {
  const address = { expanded: '019c', view: '019d', search: 'zoé m5b', status: 'GEOCODED,CREATED' };
  expect(readOrdersSearch(address)).toEqual(address);
});

test('a search for digits is read as text', () => {
  expect(readOrdersSearch({ search: 416 })).toEqual({ search: '416' });
});

test('days of delivery are left out once other statuses are listed', () => {
  expect(readFilter({ delivered: 'today', status: 'DELIVERED,LOST' })).toEqual({
    status: ['DELIVERED', 'LOST'],
  });
});

test('filters that cannot be read are dropped, and no others', () => {
  expect(readOrdersSearch({ expanded: 7, search: ['x'], other: 'y' })).toEqual({});
  expect(readFilter({ search: '', status: 'GONE', business: 'maybe', origin: 'M5' })).toEqual({});
  expect(readFilter({ placed: '2026-11-20..2026-11-01', service: 'FLEX' })).toEqual({
    service: ['FLEX'],
  });
  expect(readFilter({ search: 'x'.repeat(300) }).search).toHaveLength(200);
});

/** Texts that are valid for some filters only. */
const texts = [
  ...[
    'x',
    ' x  y ',
    '\u0000',
    ',',
    'a,,b',
    'a,b',
    'true',
    'yes',
    'no',
    'FULFILLED',
    'PARCEL',
    'all',
  ],
  ...['CREATED', 'CREATED,LOST', 'CREATED,GONE', 'PRINTED,STALE', 'FLEX,NEXTDAY', 'flex'],
  ...['m5x1a9', '98101-1234', 'M5', 'D1D 1D1', 'today', '2026-11-01..2026-11-20', 'tomorrow'],
  ...['2026-02-30..2026-03-01', '2026-11-20..2026-11-01', '2026-11-01', '2026-11-01..2026-11-02..'],
  ...['0195f2a0-0000-7000-8000-000000000001', '0195F2A0-0000-7000-8000-000000000001'],
  ...['0195f2a0-0000-9000-8000-000000000001', 'x'.repeat(61), 'x'.repeat(200), 'x'.repeat(201)],
  ...[
    Array(50).fill('x').join(','),
    Array(51).fill('x').join(','),
    Array(7).fill('FLEX').join(','),
  ],
];

test.each(FILTER_NAMES)('the filter %s is read as the schema reads it', (name) => {
  for (const text of texts) {
    const { data } = ViewFilter.shape[name].safeParse(valueOf(name, text));
    const status = name === 'delivered' ? { status: 'DELIVERED' } : {};
    expect([text, readFilter({ ...status, [name]: text })[name]]).toEqual([text, data]);
  }
});

/** Converts a text of the address for the schema. */
function valueOf(name: (typeof FILTER_NAMES)[number], text: string): unknown {
  switch (name) {
    case 'search':
      return text.slice(0, 200);
    case 'tags':
    case 'status':
    case 'labels':
    case 'service':
      return text.split(',');
    case 'withoutTags':
    case 'attention':
    case 'business':
      return new Map<string, boolean>([
        ['yes', true],
        ['no', false],
      ]).get(text);
    default:
      return text;
  }
}

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
