import type { Reach } from '@portage/contract/rates/explained-rates';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Service } from '@portage/contract/rates/services';
import type { Tariff } from './tariff.ts';

type PricingRow = Merchant['locationPricing']['pricingRows'][number];

/** The base price of one package, and the merchant's own row where that made it. */
export interface BasePrice {
  readonly cents: number;
  readonly pricingRow?: PricingRow;
}

/**
 * The base price of one package: the merchant's own for the destination when it has one, otherwise
 * the tariff's. Says why there is none where the service does not go that far, or where the
 * merchant's price is below zero and so is no price.
 */
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

/** Dollars to whole cents, half a cent up; 8.285 is 829 although 8.285 × 100 is 828.499… in binary. */
function toCents(dollars: number): number {
  return Math.round(Number((dollars * 100).toPrecision(12)));
}
