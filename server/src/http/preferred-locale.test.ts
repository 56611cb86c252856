import { expect, test } from 'vitest';
import { preferredLocale } from './preferred-locale.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['fr', 'fr'],
  ['FR-ca', 'fr'],
  ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
  ['en-CA;q=0.8, fr-CA', 'fr'],
  ['de, fr;q=0.5', 'fr'],
  ['fr;q=0, en;q=0.1', 'en'],
  ['fr;q=0', 'en'],
  ['*', 'en'],
  ['fr;q=much', 'en'],
] as const)('a browser that asks for %j reads %s', (header, locale) => {
  expect(preferredLocale(header)).toBe(locale);
});

test('wishes beyond the twentieth are not read', () => {
  expect(preferredLocale(`${'de,'.repeat(19)}fr`)).toBe('fr');
  expect(preferredLocale(`${'de,'.repeat(20)}fr`)).toBe('en');
});
