import { describe, expect, test } from 'vitest';
import { blankPackage, withMeasures } from '../order/order-form/order-draft.ts';
import { measuresOf, presetOf } from './PackagePresets.tsx';

const shoebox = {
  id: '1',
  name: 'Shoebox',
  weightOptions: { weight: 2.5, unit: 'lb' },
  sizeOptions: { length: 14, width: 8, height: 5, unit: 'inch' },
} as const;

describe('a package with the measures of a preset', () => {
  const draft = { ...withMeasures(blankPackage('kg', 'cm'), shoebox), refNumber: 'SKU-1' };

  test('keeps its reference and has the units of the preset', () => {
    expect(draft.refNumber).toBe('SKU-1');
    expect(draft.weightOptions).toEqual({ weight: '2.5', unit: 'lb' });
    expect(draft.sizeOptions).toEqual({ length: '14', width: '8', height: '5', unit: 'inch' });
  });

  test('is recognized, also with decimal commas, until a measure or unit changes', () => {
    const typed = { ...draft, weightOptions: { weight: ' 2,50', unit: 'lb' as const } };
    expect(presetOf(typed, [shoebox])).toBe(shoebox);
    const inKilograms = { ...draft, weightOptions: { weight: '2.5', unit: 'kg' as const } };
    expect(presetOf(inKilograms, [shoebox])).toBeUndefined();
    expect(presetOf(blankPackage(), [shoebox])).toBeUndefined();
  });

  test('can be saved when every measure is filled in', () => {
    expect(measuresOf(draft)).toEqual({
      weightOptions: shoebox.weightOptions,
      sizeOptions: shoebox.sizeOptions,
    });
    expect(
      measuresOf({ ...draft, sizeOptions: { ...draft.sizeOptions, width: '' } }),
    ).toBeUndefined();
  });
});
