import type { Merchant } from '@portage/contract/merchants';
import type { Service } from '@portage/contract/services';
import { BASE_PRICES } from './data/tariffs.ts';
import type { Reach } from './find-route.ts';

type PricingRow = Merchant['locationPricing']['pricingRows'][number];

/**
 * The base price of one package in cents: the merchant's own for the destination when it has one,
 * otherwise the tariff's. Undefined when the service does not go that far, or when the merchant's
 * price is below zero and so is no price.
 */
export function basePriceCents(
  service: Service,
  reach: Reach,
  destination: string,
  pricingRows: readonly PricingRow[],
): number | undefined {
  const tariff = BASE_PRICES[service][reach];
  if (tariff === undefined) return undefined;
  const row = longestMatch(destination, pricingRows);
  if (!row) return tariff;
  return row.price >= 0 ? toCents(row.price) : undefined;
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

/** Dollars to whole cents, half a cent up; 8.285 is 829 although 8.285 × 100 is 828.499… in binary. */
function toCents(dollars: number): number {
  return Math.round(Number((dollars * 100).toPrecision(12)));
}
