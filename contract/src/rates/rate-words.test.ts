import { expect, test } from 'vitest';
import { promiseText, rateWords } from './rate-words.ts';

test.each([
  [
    { service: 'SAMEDAY', estimateFrom: '18:00', estimateTo: '22:00' },
    ['Same day', 'The same evening, 6 p.m. to 10 p.m.'],
    ['Jour même', 'Le soir même, de 18 h à 22 h'],
  ],
  [
    { service: 'SAMEDAY', estimateFrom: '09:00', estimateTo: '12:30' },
    ['Same day', 'The same evening, 9 a.m. to 12:30 p.m.'],
    ['Jour même', 'Le soir même, de 9 h à 12 h 30'],
  ],
  [
    { service: 'NEXTDAY', late: true },
    ['Next day', 'Two days after the order'],
    ['Lendemain', 'Le surlendemain de la commande'],
  ],
  [{ service: 'STANDARD' }, ['Standard', 'In 2 to 3 days'], ['Standard', 'En 2 à 3 jours']],
] as const)('a rate %j is written in the language of its reader', (rate, english, french) => {
  const { name, description } = rateWords(rate, 'en');
  expect([name, description.replaceAll('\u00A0', ' ')]).toEqual(english);
  const words = rateWords(rate, 'fr');
  expect([words.name, words.description.replaceAll('\u00A0', ' ')]).toEqual(french);
});

test('French counts the first of a month', () => {
  const promise = { firstDay: '2026-12-01', lastDay: '2026-12-01', from: '09:00', to: '12:00' };
  expect(promiseText(promise, 'fr').replaceAll('\u00A0', ' ')).toBe(
    'le mardi 1er décembre, de 9 h à 12 h',
  );
});
