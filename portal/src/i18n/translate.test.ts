import { expect, test } from 'vitest';
import english from './en/common.json' with { type: 'json' };
import orderFilters from './fr/orderFilters.json' with { type: 'json' };
import orders from './fr/orders.json' with { type: 'json' };
import { translator } from './translate.ts';

test('a text without its plural for millions takes the usual plural, with numbers as in Canada', () => {
  const t = translator('fr', { orders }, 'orders');
  const written = [1, 2, 1_000_000].map((count) => t('count.all', { count }));
  expect(written).toEqual(['1 commande', '2 commandes', '1\u00a0000\u00a0000 commandes']);
});

test('an inserted value is not interpreted as a text', () => {
  const t = translator('en', { common: english }, 'common');
  expect(t('offline', { time: '{{name}} $t(product)' })).toContain('{{name}} $t(product)');
});

test('a key that names its dictionary is found from any other', () => {
  const t = translator('fr', { orderFilters, orders }, 'orders');
  expect(t('orderFilters:days.calendar')).toBe(orderFilters.days.calendar);
});
