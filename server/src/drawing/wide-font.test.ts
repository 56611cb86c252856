import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASCENT, widthInEms } from './text-block.ts';
import { outlineOf, inVisualOrder } from './wide-font.ts';

describe('the words of a line from left to right', () => {
  it.each([
    ['keep their order in Latin', '12 rue de l’Église', ['12', 'rue', 'de', 'l’Église']],
    ['keep their order in Cyrillic', 'Тарас Шевченко', ['Тарас', 'Шевченко']],
    ['start at the right in Hebrew', 'רחוב הרצל 12', ['12', 'הרצל', 'רחוב']],
    ['start at the right in Arabic', 'شارع 7', ['7', 'شارع']],
    ['keep a run of Hebrew', 'Notes: שלום עולם 4B', ['Notes:', 'עולם', 'שלום', '4B']],
    ['keep a run of Latin', 'שלום Maple Leaf עולם', ['עולם', 'Maple', 'Leaf', 'שלום']],
    [
      'keep numbers with the letters before them',
      '88 רחוב הרצל, Unit 3105 Floor 2',
      ['Unit', '3105', 'Floor', '2', 'הרצל,', 'רחוב', '88'],
    ],
    ['keep both numbers', 'Notes: شارع 7 Unit 12', ['Notes:', '7', 'شارع', 'Unit', '12']],
    ['keep a sign in a run', 'Notes: שלום — עולם', ['Notes:', 'עולם', '—', 'שלום']],
    ['keep a sign between runs', 'Notes: שלום — hello', ['Notes:', 'שלום', '—', 'hello']],
    ['keep a sign of numbers', 'Notes: רחוב 5 – 7', ['Notes:', '7', '–', '5', 'רחוב']],
    ['keep a sign before a number', 'Notes: רחוב # 5', ['Notes:', '5', '#', 'רחוב']],
    ['keep numbers after Latin', 'רחוב Unit 5 – 7', ['Unit', '5', '–', '7', 'רחוב']],
  ])('%s: %s', (_what, line, words) => {
    expect(inVisualOrder(line)).toEqual(words);
  });
});

const WORDS = [
  'Nguyễn',
  'Thị',
  'Шевченко',
  'Ελένη',
  'שלום',
  'مرحبا',
  'بالعالم',
  'Kowalczyk-Żak',
  '陳偉Lee',
  '김철수',
  'ราชวัตร',
  'प्रिया',
  '12',
];
const anyLine = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 });
const anyWeight = fc.constantFrom('regular' as const, 'bold' as const);

describe('text drawn as shapes', () => {
  it('is never wider than it was measured', () => {
    fc.assert(
      fc.property(anyLine, anyWeight, (words, weight) => {
        const line = words.join(' ');
        const measured = widthInEms(line, { weight, resident: false }) * 40;
        expect(outlineOf(line, weight, 40).width).toBeLessThanOrEqual(measured + 1e-6);
      }),
    );
  });

  it('stays below the ascent, also with double accents', () => {
    const { contours } = outlineOf('ẾỄẬÅ', 'bold', 100);
    const top = Math.min(...contours.flat().map((point) => point.y));
    expect(-top).toBeLessThanOrEqual(ASCENT * 100);
  });
});
