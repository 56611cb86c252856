import {
  inchesOf,
  type NewPackage,
  PARCEL_LIMIT,
  poundsOf,
  unitLimit,
} from '@portage/contract/orders/packages';
import type { Unavailability } from '@portage/contract/rates/unavailable-services';
import type { SurchargeBand, Tariff } from './tariff.ts';

/** The longest side of a HEAVY package in inches: what a 20 ft truck holds (product decision). */
const HEAVY_INCHES = 240;

/** What the packages of an order cost together, in cents; the parts add up to the price. */
export interface PriceParts {
  readonly packages: number;
  readonly base: number;
  readonly zone: number;
  /** Surcharge for weight above what the base price covers. */
  readonly weight: number;
  /** What size adds beyond the surcharge for weight. */
  readonly size: number;
}

/**
 * Why some package is not carried, by weight or longest side; undefined when all are. Merchants
 * without heavy orders are limited to parcels.
 */
export function tooMuch(
  { heaviest }: Pick<Tariff, 'heaviest'>,
  packages: readonly NewPackage[],
  heavyAllowed: boolean,
): Unavailability | undefined {
  const limit = heavyAllowed ? { pounds: heaviest, inches: HEAVY_INCHES } : PARCEL_LIMIT;
  for (const one of packages) {
    if (poundsOf(one) > limit.pounds) {
      const { weight: measured, unit } = one.weightOptions ?? { weight: 0, unit: 'lb' };
      return { code: 'too_heavy', measured, limit: unitLimit(limit.pounds, unit), unit };
    }
    if (Math.max(...inchesOf(one)) > limit.inches) {
      const { length, width, height, unit } = one.sizeOptions ?? NO_SIZE;
      const measured = Math.max(length, width, height);
      return { code: 'too_large', measured, limit: unitLimit(limit.inches, unit), unit };
    }
  }
  return undefined;
}

const NO_SIZE = { length: 0, width: 0, height: 0, unit: 'inch' } as const;

/**
 * What all packages of an order cost: each the base price, the zone surcharge, and what its weight
 * and size cost above it. An order that lists no package is one package within the base price.
 */
export function pricePackages(
  { weightBands, sizeBands }: Pick<Tariff, 'weightBands' | 'sizeBands'>,
  packages: readonly NewPackage[],
  each: { readonly base: number; readonly zone: number },
): PriceParts {
  const priced = packages.length === 0 ? [{}] : packages;
  const total = (cents: (one: NewPackage) => number) =>
    priced.reduce((sum, one) => sum + cents(one), 0);
  const byWeight = (one: NewPackage) => surcharge(weightBands, poundsOf(one));
  const bySize = (one: NewPackage) => surcharge(sizeBands, cubicInchesOf(one));
  const weight = total(byWeight);
  return {
    packages: priced.length,
    base: each.base * priced.length,
    zone: each.zone * priced.length,
    weight,
    size: total((one) => Math.max(byWeight(one), bySize(one))) - weight,
  };
}

/** The parts of a price together, in cents. */
export function priceOf({ base, zone, weight, size }: PriceParts): number {
  return base + zone + weight + size;
}

function cubicInchesOf(one: NewPackage): number {
  const [length, width, height] = inchesOf(one);
  return length * width * height;
}

/**
 * What a measure of a package costs, in cents: in each band by the unit begun. Units count as a scale
 * reads them, to a tenth: 11.34 kg is 25 lb, not a pound begun above it.
 */
function surcharge(bands: readonly SurchargeBand[], measure: number): number {
  return bands.reduce((total, { above, upTo, unit, cents }) => {
    const units = Math.max(0, Math.min(measure, upTo) - above) / unit;
    return total + Math.ceil(Math.round(units * 10) / 10) * cents;
  }, 0);
}
