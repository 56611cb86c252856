import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { anyText } from '../testing/any-label.ts';
import { toPrintable } from './printable-text.ts';

async function freshFonts() {
  vi.resetModules();
  return import('./wide-font.ts');
}

const texts = fc
  .sample(anyText(60), { numRuns: 200, seed: 7 })
  .concat(
    'مرحبا',
    'Ελένη',
    'вулиця Шевченка',
    'שדרות ירושלים',
    'Nguyễn Thị Bích Đào',
    '陳偉 김철수',
    'प्रिया',
  )
  .map((text) => toPrintable(text).text)
  .filter((text) => text !== '');

test('a text is drawn the same after any other text', async () => {
  const [forwards, backwards] = [await freshFonts(), await freshFonts()];
  const first = texts.map((text) => forwards.outlineOf(text, 'regular', 40));
  const second = texts.toReversed().map((text) => backwards.outlineOf(text, 'regular', 40));
  const differing = texts.filter(
    (_, at) => JSON.stringify(first[at]) !== JSON.stringify(second[texts.length - 1 - at]),
  );
  expect(differing).toEqual([]);
});
