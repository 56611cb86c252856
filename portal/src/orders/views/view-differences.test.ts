import { expect, test } from 'vitest';
import {
  DEFAULT_COLUMNS,
  type OrderColumn,
  type ViewFilter,
} from '@portage/contract/orders/order-views';
import { differsFromView } from './order-views.ts';

const filter: ViewFilter = {
  search: 'rue',
  placed: 'thisWeek',
  status: ['GEOCODED', 'PICKUP_READY'],
  tags: ['fragile', 'gift'],
};
const columns: OrderColumn[] = ['place', 'status'];
const view = { filter, columns };

test('a view is not changed while the list shows what it saved', () => {
  expect(differsFromView(view, { filter: { ...filter }, columns: [...columns] })).toBe(false);
});

test('the sequence of statuses, tags, columns and filters does not matter', () => {
  const { status = [], tags = [], ...others } = filter;
  const turned = { tags: tags.toReversed(), status: status.toReversed(), ...others };
  expect(differsFromView(view, { filter: turned, columns: columns.toReversed() })).toBe(false);
});

const changes: [string, ViewFilter][] = [
  ['another value', { ...filter, placed: 'lastWeek' }],
  ['one status fewer', { ...filter, status: ['GEOCODED'] }],
  ['one filter more', { ...filter, business: false }],
  ['one filter fewer', { placed: 'thisWeek', status: filter.status, tags: filter.tags }],
  ['none', {}],
];

test.each(changes)('a view is changed by filters with %s', (_, changed) => {
  expect(differsFromView(view, { filter: changed, columns })).toBe(true);
});

test.each([[['place']], [[...columns, 'tags']], [[...DEFAULT_COLUMNS]], [[]]] as [OrderColumn[]][])(
  'a view of place and status is changed by the columns %s',
  (chosen) => {
    expect(differsFromView(view, { filter, columns: chosen })).toBe(true);
  },
);
