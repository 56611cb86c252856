import { deliveryTypeOf, inchesOf, poundsOf, type NewPackage } from '@portage/contract/packages';
import {
  CENTS_PER_EXTRA_POUND,
  DIMENSIONAL_DIVISOR,
  HEAVY_LIMIT,
  INCLUDED,
} from './data/tariffs.ts';

/** Whether Portage carries all of the packages; HEAVY ones only for merchants that may send them. */
export function canCarry(packages: readonly NewPackage[], heavyAllowed: boolean): boolean {
  const isWithinLimits = packages.every(
    (one) =>
      poundsOf(one) <= HEAVY_LIMIT.pounds && Math.max(...inchesOf(one)) <= HEAVY_LIMIT.inches,
  );
  return isWithinLimits && (heavyAllowed || deliveryTypeOf(packages) === 'PARCEL');
}

/**
 * The price in cents of all packages of an order: each costs the base price and its surcharge. An
 * order that lists no package is one package within the base price.
 */
export function priceOfPackages(packages: readonly NewPackage[], baseCents: number): number {
  if (packages.length === 0) return baseCents;
  return packages.reduce((total, one) => total + baseCents + surchargeCents(one), 0);
}

/**
 * What a package costs above the base price, in cents. Its weight and its dimensional weight are
 * each held against what the base price covers of them, and the larger excess counts, by the pound
 * begun.
 */
function surchargeCents(one: NewPackage): number {
  const [length, width, height] = inchesOf(one);
  const excess = Math.max(
    poundsOf(one) - INCLUDED.pounds,
    (length * width * height - INCLUDED.cubicInches) / DIMENSIONAL_DIVISOR,
    0,
  );
  return Math.ceil(toScaleReading(excess)) * CENTS_PER_EXTRA_POUND;
}

/** Pounds as a scale reads them, to a tenth: 11.34 kg is 25 lb, not a pound begun above it. */
function toScaleReading(pounds: number): number {
  return Math.round(pounds * 10) / 10;
}
