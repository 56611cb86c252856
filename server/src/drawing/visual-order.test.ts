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

  it('keep a number with the letters before it, whichever way the line runs', () => {
    expect(inVisualOrder('88 רחוב הרצל, Unit 3105 Floor 2')).toEqual([
      'Unit',
      '3105',
      'Floor',
      '2',
      'הרצל,',
      'רחוב',
      '88',
    ]);
    expect(inVisualOrder('Notes: شارع 7 Unit 12')).toEqual(['Notes:', '7', 'شارع', 'Unit', '12']);
  });

  it('keep a sign between words of one direction between them', () => {
    expect(inVisualOrder('Notes: שלום — עולם')).toEqual(['Notes:', 'עולם', '—', 'שלום']);
    expect(inVisualOrder('Notes: שלום — hello')).toEqual(['Notes:', 'שלום', '—', 'hello']);
  });

  it('keep a sign between a word and its number, or two of its numbers, between them', () => {
    expect(inVisualOrder('Notes: רחוב 5 – 7')).toEqual(['Notes:', '7', '–', '5', 'רחוב']);
    expect(inVisualOrder('Notes: רחוב # 5')).toEqual(['Notes:', '5', '#', 'רחוב']);
    expect(inVisualOrder('רחוב Unit 5 – 7')).toEqual(['Unit', '5', '–', '7', 'רחוב']);
  });
});
