import { z } from 'zod';
import type { Translated } from '../locale.ts';
import { text } from '../text.ts';

export const WeightUnit = z.enum(['lb', 'kg']);
export const SizeUnit = z.enum(['inch', 'cm']);

/** Heavy orders need two people or a lift gate (spec 1 §3). */
export const DeliveryType = z.enum(['PARCEL', 'HEAVY']);
export type DeliveryType = z.infer<typeof DeliveryType>;

export const deliveryTypeNames = {
  PARCEL: { en: 'Parcel', fr: 'Colis' },
  HEAVY: { en: 'Heavy', fr: 'Lourd' },
} as const satisfies Record<DeliveryType, Translated>;

/** Refuses with `measureInvalid`. */
const Measure = z.number('measureInvalid').min(0, 'measureInvalid').max(100_000, 'measureInvalid');

export const WeightOptions = z.object({
  weight: Measure.describe('In `unit`.'),
  unit: WeightUnit.describe('Pounds or kilograms.'),
});

export const SizeOptions = z.object({
  length: Measure.describe('In `unit`.'),
  width: Measure.describe('In `unit`.'),
  height: Measure.describe('In `unit`.'),
  unit: SizeUnit.describe('Inches or centimetres.'),
});

/** Missing values count as within the base price. */
export const NewPackage = z.object({
  weightOptions: WeightOptions.optional().describe('Weight of the package.'),
  sizeOptions: SizeOptions.optional().describe('Size of the package.'),
  refNumber: text(100).optional().describe('The merchant’s own reference for it.'),
});
export type NewPackage = z.infer<typeof NewPackage>;

/** Its tracking number is the order's with `-1`, `-2`, … */
export const Package = NewPackage.extend({
  trackingNumber: z.string().describe('Number on its label, as scanners read it.'),
});
export type Package = z.infer<typeof Package>;

const KILOGRAMS_PER_POUND = 0.453_592_37;
const CENTIMETRES_PER_INCH = 2.54;

/** Removes binary noise: the same weight is equal in both units. */
const toMillionth = (value: number) => Math.round(value * 1e6) / 1e6;

/** Weight and longest side of a PARCEL. */
export const PARCEL_LIMIT = { pounds: 70, inches: 108 } as const;

/** 0 when not given. */
export function poundsOf({ weightOptions }: NewPackage): number {
  if (!weightOptions) return 0;
  const { weight, unit } = weightOptions;
  return toMillionth(unit === 'kg' ? weight / KILOGRAMS_PER_POUND : weight);
}

/** Length, width, height; zeros when not given. */
export function inchesOf({ sizeOptions }: NewPackage): [number, number, number] {
  if (!sizeOptions) return [0, 0, 0];
  const inches = (length: number) =>
    toMillionth(sizeOptions.unit === 'cm' ? length / CENTIMETRES_PER_INCH : length);
  return [inches(sizeOptions.length), inches(sizeOptions.width), inches(sizeOptions.height)];
}

/** A limit in the package's unit, rounded down to hundredths. */
export function unitLimit(
  limit: number,
  unit: z.infer<typeof WeightUnit> | z.infer<typeof SizeUnit>,
): number {
  const inUnit = {
    lb: limit,
    inch: limit,
    kg: limit * KILOGRAMS_PER_POUND,
    cm: limit * CENTIMETRES_PER_INCH,
  };
  return Math.floor(inUnit[unit] * 100) / 100;
}

/** HEAVY when any package exceeds `PARCEL_LIMIT`. */
export function deliveryTypeOf(packages: readonly NewPackage[]): DeliveryType {
  const isHeavy = (one: NewPackage) =>
    poundsOf(one) > PARCEL_LIMIT.pounds || Math.max(...inchesOf(one)) > PARCEL_LIMIT.inches;
  return packages.some(isHeavy) ? 'HEAVY' : 'PARCEL';
}
