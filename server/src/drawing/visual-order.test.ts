import { describe, expect, it } from 'vitest';
import { inVisualOrder } from './visual-order.ts';

describe('the words of a line from left to right', () => {
  it('stand as they were written in Latin and Cyrillic', () => {
    expect(inVisualOrder('12 rue de l’Église')).toEqual(['12', 'rue', 'de', 'l’Église']);
    expect(inVisualOrder('Тарас Шевченко')).toEqual(['Тарас', 'Шевченко']);
  });

  it('begin at the right in Hebrew and Arabic, house numbers included', () => {
    expect(inVisualOrder('רחוב הרצל 12')).toEqual(['12', 'הרצל', 'רחוב']);
    expect(inVisualOrder('شارع 7')).toEqual(['7', 'شارع']);
  });

  it('keep a run of the other direction in its own order', () => {
    expect(inVisualOrder('Notes: שלום עולם 4B')).toEqual(['Notes:', 'עולם', 'שלום', '4B']);
    expect(inVisualOrder('שלום Maple Leaf עולם')).toEqual(['עולם', 'Maple', 'Leaf', 'שלום']);
  });
});
