import type { Merchant } from '@portage/contract/merchants/merchants';
import {
  inchesOf,
  type NewPackage,
  PARCEL_LIMIT,
  poundsOf,
  unitLimit,
} from '@portage/contract/orders/packages';
import type { Unavailability, Reach, Service } from '@portage/contract/rates/rates';
import type { SurchargeBand, Tariff } from './tariff.ts';

type PricingRow = Merchant['locationPricing']['pricingRows'][number];

/** Names the merchant's own row if that applied. */
interface BasePrice {
  readonly cents: number;
  readonly pricingRow?: PricingRow;
}

/** The merchant's price, or the tariff's; a reason where there is none. */
export function basePrice(
  tariff: Pick<Tariff, 'basePrice'>,
  service: Service,
  reach: Reach,
  destination: string,
  pricingRows: readonly PricingRow[],
): BasePrice | 'route_not_served' | 'price_invalid' {
  const listed = tariff.basePrice(service, reach);
  if (listed === undefined) return 'route_not_served';
  const pricingRow = longestMatch(destination, pricingRows);
  if (!pricingRow) return { cents: listed };
  return pricingRow.price >= 0 ? { cents: toCents(pricingRow.price), pricingRow } : 'price_invalid';
}

function longestMatch(destination: string, rows: readonly PricingRow[]): PricingRow | undefined {
  const code = withoutSpaces(destination);
  return rows
    .filter((row) => code.startsWith(withoutSpaces(row.postalPrefix)))
    .sort(
      (one, other) =>
        withoutSpaces(other.postalPrefix).length - withoutSpaces(one.postalPrefix).length,
    )
    .at(0);
}

function withoutSpaces(code: string): string {
  return code.replace(/\s+/g, '').toUpperCase();
}

/** Half a cent up; 8.285 is 829 although 8.285 × 100 is 828.499… in binary. */
function toCents(dollars: number): number {
  return Math.round(Number((dollars * 100).toPrecision(12)));
}

/** The bed of a 20 ft truck (product decision). */
const HEAVY_INCHES = 240;

/** In cents; the parts add up. */
export interface PriceParts {
  readonly packages: number;
  readonly base: number;
  readonly zone: number;
  /** Beyond the base price. */
  readonly weight: number;
  /** Beyond the surcharge for weight. */
  readonly size: number;
}

/** Undefined when all are accepted. Without heavy orders the limit is a parcel's. */
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

/** No packages count as one within the base price. */
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

/** In cents. */
export function priceOf({ base, zone, weight, size }: PriceParts): number {
  return base + zone + weight + size;
}

function cubicInchesOf(one: NewPackage): number {
  const [length, width, height] = inchesOf(one);
  return length * width * height;
}

/** Cents per unit begun in each band; rounded to a tenth: 11.34 kg is 25 lb, not 26. */
function surcharge(bands: readonly SurchargeBand[], measure: number): number {
  return bands.reduce((total, { above, upTo, unit, cents }) => {
    const units = Math.max(0, Math.min(measure, upTo) - above) / unit;
    return total + Math.ceil(Math.round(units * 10) / 10) * cents;
  }, 0);
}
