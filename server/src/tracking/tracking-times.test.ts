import { expect, test } from 'vitest';
import type { Locale } from '@portage/contract/locale';
import type { Order } from '@portage/contract/orders/orders';
import { labelledOrder } from '../testing/labelled-order.ts';
import { pageOf, textOf } from '../testing/order-pages.ts';

const headlineOf = (changes: Partial<Order>, locale: Locale): string =>
  printedHeadlineOf(changes, locale).replaceAll('\u2060', '').replaceAll(/\s+/g, ' ').trim();

function printedHeadlineOf(changes: Partial<Order>, locale: Locale): string {
  const page = pageOf(labelledOrder({ orderStatus: 'OUT_FOR_DELIVERY', ...changes }), locale);
  const [, headline = ''] = /<div id="headline">(.*?)<\/div>/s.exec(page) ?? [];
  return textOf(headline);
}

const at = (time: string) => Date.parse(`${time}-04:00`);
const inWindow = (completeAfter: string, completeBefore: string): Partial<Order> => ({
  completeAfter: at(completeAfter),
  completeBefore: at(completeBefore),
});

test.each([
  [
    'Out for delivery Arriving today, 6:00–10:30 p.m.',
    'En cours de livraison Arrivée prévue aujourd’hui, de 18 h à 22 h 30',
    inWindow('2026-06-04T18:00', '2026-06-04T22:30'),
  ],
  [
    'Out for delivery Arriving tomorrow, 9:00 a.m.–9:00 p.m.',
    'En cours de livraison Arrivée prévue demain, de 9 h à 21 h',
    inWindow('2026-06-05T09:00', '2026-06-05T21:00'),
  ],
  [
    'Out for delivery Arriving by Wednesday, July 1',
    'En cours de livraison Arrivée prévue au plus tard le mercredi 1er juillet',
    inWindow('2026-06-28T18:00', '2026-07-01T22:00'),
  ],
  [
    'Out for delivery Was expected Wednesday, June 3, 6:00–10:00 p.m.',
    'En cours de livraison Était prévue le mercredi 3 juin, de 18 h à 22 h',
    inWindow('2026-06-03T18:00', '2026-06-03T22:00'),
  ],
])('a window is written in words: %s', (en, fr, changes) => {
  expect(headlineOf(changes, 'en')).toBe(en);
  expect(headlineOf(changes, 'fr')).toBe(fr);
});

test.each([
  ['en', ['Was', 'expected', 'Wednesday,', 'June 3,', '6:00–10:00 p.m.']],
  ['fr', ['Était', 'prévue', 'le mercredi', '3 juin,', 'de 18 h', 'à 22 h']],
] as const)(
  'in %s no line ends within a date or an hour, nor after a short word',
  (locale, pieces) => {
    const printed = printedHeadlineOf(inWindow('2026-06-03T18:00', '2026-06-03T22:00'), locale);
    const when = printed
      .slice(printed.search(/Was|Était/))
      .trim()
      .replaceAll('\u2060', '');
    expect(when.split(/[ \n]/)).toEqual(pieces.map((piece) => piece.replaceAll(' ', '\u00A0')));
  },
);

test('times are in the zone of the destination', () => {
  const { recipientAddress } = labelledOrder();
  const inVancouver = {
    ...inWindow('2026-06-04T18:00', '2026-06-04T22:00'),
    recipientAddress: {
      ...recipientAddress,
      city: 'Vancouver',
      province: 'BC',
      postalCode: 'V6B 1A1',
    },
  };
  expect(headlineOf(inVancouver, 'en')).toBe('Out for delivery Arriving today, 3:00–7:00 p.m.');
});
