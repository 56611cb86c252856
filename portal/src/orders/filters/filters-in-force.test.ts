import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Locale } from '@portage/contract/locale';
import type { ViewFilter } from '@portage/contract/orders/order-views';
import english from '../../i18n/en/orderFilters.json' with { type: 'json' };
import french from '../../i18n/fr/orderFilters.json' with { type: 'json' };
import { translator } from '../../i18n/translate.ts';
import { formatFor } from '../../lib/format.ts';
import { loadTemporal } from '../../lib/temporal.ts';
import {
  countInForce,
  filtersInForce,
  POPOVER_FILTERS,
  searchAlone,
  withoutFilter,
} from './order-filters.ts';

await loadTemporal();

beforeAll(() => {
  vi.setSystemTime(Date.UTC(2026, 10, 21, 17));
});
afterAll(() => {
  vi.useRealTimers();
});

const translators = {
  en: translator('en', { orderFilters: english }, 'orderFilters'),
  fr: translator('fr', { orderFilters: french }, 'orderFilters'),
};

const everything: ViewFilter = {
  search: 'zoé',
  placed: '2026-11-01..2026-11-20',
  delivered: 'lastWeek',
  fulfilment: 'FULFILLED',
  deliveryType: 'HEAVY',
  displayName: 'North Table',
  origin: 'M5X 1A9',
  tags: ['gift', 'VIP'],
  status: ['DELIVERED'],
  labels: ['PRINTED', 'STALE'],
  service: ['FLEX', 'NEXTDAY'],
  business: false,
};

function wordsOf(filter: ViewFilter, locale: Locale = 'en'): string[] {
  const texts = { t: translators[locale], locale, format: formatFor(locale) };
  const inForce = filtersInForce(filter, texts);
  return inForce.map(({ words }) => words.replaceAll('\u00a0', ' '));
}

test('every active filter is described, except the search, which has its own box', () => {
  expect(wordsOf(everything)).toEqual([
    'Placed on: Nov 1–20',
    'Delivered on: Last week',
    'Fulfillment: Fulfilled',
    'Delivery type: Heavy',
    'Display name: North Table',
    'Shipped from: M5X 1A9',
    'Tags: gift or VIP',
    'Status: Delivered',
    'Labels: Printed or Reprint needed',
    'Service: Flex or Next day',
    'Business address: No',
  ]);
});

test('filters are described in the language', () => {
  expect(
    wordsOf(
      { placed: 'all', status: ['CREATED', 'DELIVERED'], labels: ['STALE'], business: true },
      'fr',
    ),
  ).toEqual([
    'Passée : Toutes les dates',
    'État : Créée ou Livrée',
    'Étiquettes : À réimprimer',
    'Adresse commerciale : Oui',
  ]);
});

test('the last two months, which are listed by default, are no filter', () => {
  expect(wordsOf({ search: 'zoé' })).toEqual([]);
  expect(countInForce({ search: 'zoé' })).toBe(0);
});

test('the first of many values are named and the others counted', () => {
  expect(wordsOf({ tags: ['a', 'b', 'c'] })).toEqual(['Tags: a, b or c']);
  expect(wordsOf({ tags: ['a', 'b', 'c', 'd'] })).toEqual(['Tags: a, b and 2 more']);
});

test('a whole group of statuses is named as one, and equal badges are distinguished', () => {
  expect(wordsOf({ status: ['GEOCODED', 'CREATED', 'LOST'] })).toEqual(['Status: Waiting or Lost']);
  expect(wordsOf({ status: ['CANCELLED', 'FAILED'] })).toEqual([
    'Status: Failed (cancelled) or Failed (in transit)',
  ]);
});

test('clearing excluded tags also clears their condition', () => {
  const filter: ViewFilter = { search: 'zoé', tags: ['gift'], withoutTags: true };
  expect(wordsOf(filter)).toEqual(['Without tags: gift']);
  expect(JSON.parse(JSON.stringify(withoutFilter(filter, 'tags')))).toEqual({ search: 'zoé' });
});

test('the popover counts its own filters, and clearing all keeps the search', () => {
  expect(countInForce(everything)).toBe(11);
  expect(countInForce(everything, POPOVER_FILTERS)).toBe(7);
  expect(searchAlone(everything)).toEqual({ search: 'zoé' });
});
