import type { Locale } from '@portage/contract/locale';
import type { Merchant } from '@portage/contract/merchants';
import type { NewPackage } from '@portage/contract/packages';
import { rateWords } from '@portage/contract/rate-words';
import type { Rate } from '@portage/contract/rates';
import type { Service } from '@portage/contract/services';
import type { EpochMillis } from '@portage/contract/time';
import { basePriceCents } from './base-price.ts';
import { PROMISES } from './data/cutoffs.ts';
import type { Route } from './find-route.ts';
import { priceOfPackages } from './price-packages.ts';
import { promiseDelivery } from './promise-delivery.ts';

/** What is to be carried, for whom, and when it is ordered. */
export interface Shipment {
  /** Postal code of the origin. */
  readonly origin: string;
  /** Postal code of the recipient. */
  readonly destination: string;
  /** Empty counts as one package within the base price. */
  readonly packages: readonly NewPackage[];
  /** When the order is, or was, placed: cutoffs are held against it. */
  readonly at: EpochMillis;
  readonly merchant: Pick<Merchant, 'locationPricing' | 'deliveryConstraintsByWeek'>;
  readonly locale: Locale;
  /** Whether the merchant may send HEAVY orders (flag `heavy-parcel-consolidation-v1`). */
  readonly heavyAllowed: boolean;
}

/** The rate of one service on a route; undefined when the service is not offered there or then. */
export function rateService(
  service: Service,
  route: Route,
  { destination, packages, at, merchant, locale }: Shipment,
): Rate | undefined {
  const { pricingRows } = merchant.locationPricing;
  const { exceptions } = merchant.deliveryConstraintsByWeek;
  const base = basePriceCents(service, route.reach, destination, pricingRows);
  if (base === undefined) return undefined;
  const money = { price: priceOfPackages(packages, base) / 100, currency: route.origin.currency };
  const promise = PROMISES[service];
  if (!promise) return { ...rateWords({ service }, locale), service, ...money };
  const delivery = promiseDelivery(promise, at, route.origin.timeZone, exceptions);
  if (!delivery) return undefined;
  const { late, estimate } = delivery;
  return {
    ...rateWords({ service, late, ...estimate }, locale),
    service,
    ...money,
    ...(late && { late }),
    ...estimate,
  };
}
