import { z } from 'zod';
import type { Translated } from '../locale.ts';
import { text } from '../text.ts';

/** Units of weight and size (spec 2 §9). */
export const WeightUnit = z.enum(['lb', 'kg']);
export const SizeUnit = z.enum(['inch', 'cm']);

/** Parcels are carried by hand, heavy orders by two people or a lift gate (spec 1 §3). */
export const DeliveryType = z.enum(['PARCEL', 'HEAVY']);
export type DeliveryType = z.infer<typeof DeliveryType>;

/** The delivery types as merchants read them. */
export const deliveryTypeNames = {
  PARCEL: { en: 'Parcel', fr: 'Colis' },
  HEAVY: { en: 'Heavy', fr: 'Lourd' },
} as const satisfies Record<DeliveryType, Translated>;

/** A weight or a length. Refuses with `measureInvalid`. */
const Measure = z.number('measureInvalid').min(0, 'measureInvalid').max(100_000, 'measureInvalid');

/** Weight of one package. */
export const WeightOptions = z.object({
  weight: Measure.describe('In `unit`.'),
  unit: WeightUnit.describe('Pounds or kilograms.'),
});

/** Outer size of one package. */
export const SizeOptions = z.object({
  length: Measure.describe('In `unit`.'),
  width: Measure.describe('In `unit`.'),
  height: Measure.describe('In `unit`.'),
  unit: SizeUnit.describe('Inches or centimetres.'),
});

/** One package as the merchant describes it; what is not given counts as within the base price. */
export const NewPackage = z.object({
  weightOptions: WeightOptions.optional().describe('What it weighs.'),
  sizeOptions: SizeOptions.optional().describe('How large it is.'),
  refNumber: text(100).optional().describe('The merchant’s own reference for it.'),
});
export type NewPackage = z.infer<typeof NewPackage>;

/** One package of an order; its tracking number is the order's with `-1`, `-2`, … */
export const Package = NewPackage.extend({
  trackingNumber: z.string().describe('What its label says and scanners read.'),
});
export type Package = z.infer<typeof Package>;

const KILOGRAMS_PER_POUND = 0.453_592_37;
const CENTIMETRES_PER_INCH = 2.54;

/** Away with what binary arithmetic adds: the same weight in either unit is the same number. */
const toMillionth = (value: number) => Math.round(value * 1e6) / 1e6;

/** The most a PARCEL may weigh and measure on its longest side (product decision, rates). */
export const PARCEL_LIMIT = { pounds: 70, inches: 108 } as const;

/** Weight of a package in pounds; 0 when it was not given. */
export function poundsOf({ weightOptions }: NewPackage): number {
  if (!weightOptions) return 0;
  const { weight, unit } = weightOptions;
  return toMillionth(unit === 'kg' ? weight / KILOGRAMS_PER_POUND : weight);
}

/** Length, width and height of a package in inches; zeros when they were not given. */
export function inchesOf({ sizeOptions }: NewPackage): [number, number, number] {
  if (!sizeOptions) return [0, 0, 0];
  const inches = (length: number) =>
    toMillionth(sizeOptions.unit === 'cm' ? length / CENTIMETRES_PER_INCH : length);
  return [inches(sizeOptions.length), inches(sizeOptions.width), inches(sizeOptions.height)];
}

/** A limit in pounds or inches in the unit a package was described in, down to the hundredth. */
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

/** HEAVY when any package is over the parcel limit in weight or longest side, otherwise PARCEL. */
export function deliveryTypeOf(packages: readonly NewPackage[]): DeliveryType {
  const isHeavy = (one: NewPackage) =>
    poundsOf(one) > PARCEL_LIMIT.pounds || Math.max(...inchesOf(one)) > PARCEL_LIMIT.inches;
  return packages.some(isHeavy) ? 'HEAVY' : 'PARCEL';
}
