import type { RateBreakdown } from '@portage/contract/rates/explained-rates';
import type { Locale } from '@portage/contract/locale';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { NewPackage } from '@portage/contract/orders/packages';
import { promiseText, rateWords } from '@portage/contract/rates/rate-words';
import type { Rate } from '@portage/contract/rates/rates';
import type { Service } from '@portage/contract/rates/services';
import type { EpochMillis } from '@portage/contract/time';
import type { Unavailability } from '@portage/contract/rates/unavailable-services';
import { basePrice } from './base-price.ts';
import type { Route } from './find-route.ts';
import { priceOf, pricePackages } from './price-packages.ts';
import { promiseDelivery, whyNotToday } from './promise-delivery.ts';
import type { ServicePromise, Tariff } from './tariff.ts';

/** What is to be carried, for whom, and when it is ordered. */
export interface Shipment {
  /** The tariff in effect `at` the time of the order. */
  readonly tariff: Tariff;
  /** Postal code of the origin. */
  readonly origin: string;
  /** Postal code of the recipient. */
  readonly destination: string;
  /** Empty counts as one package within the base price. */
  readonly packages: readonly NewPackage[];
  /** When the order is, or was, placed: cutoffs are compared with it. */
  readonly at: EpochMillis;
  readonly merchant: Pick<Merchant, 'locationPricing' | 'deliveryConstraintsByWeek'>;
  readonly locale: Locale;
  /** Whether the merchant may send HEAVY orders (flag `heavy-parcel-consolidation-v1`). */
  readonly heavyAllowed: boolean;
}

/** A rate with how it was made, or why the service has none. */
export type RatedService =
  | { readonly rate: Rate; readonly breakdown: RateBreakdown }
  | { readonly unavailable: Unavailability };

/** The rate of one service on a route, or why the service is not offered there or then. */
export function rateService(service: Service, route: Route, shipment: Shipment): RatedService {
  const { tariff, destination, packages, merchant, locale } = shipment;
  const { pricingRows } = merchant.locationPricing;
  const base = basePrice(tariff, service, route.reach, destination, pricingRows);
  if (base === 'route_not_served') {
    const [from, to] = [route.origin.name, route.destination.name];
    return { unavailable: { code: base, from, to } };
  }
  if (base === 'price_invalid') return { unavailable: { code: base } };

  const parts = pricePackages(tariff, packages, {
    base: base.cents,
    // The merchant's own price is one for the place already.
    zone: base.pricingRow ? 0 : route.destination.surcharge,
  });
  const money = { price: priceOf(parts) / 100, currency: route.origin.currency };
  const terms = tariff.promiseOf(service, route.origin.metro);
  const promised = terms ? promise(service, terms, route, shipment) : unpromised(service, locale);
  if ('unavailable' in promised) return promised;
  return {
    rate: { ...promised.rate, ...money },
    breakdown: {
      packages: parts.packages,
      base: parts.base / 100,
      zone: parts.zone / 100,
      weight: parts.weight / 100,
      size: parts.size / 100,
      reach: route.reach,
      originZone: route.origin.zone,
      destinationZone: route.destination.zone,
      ...(base.pricingRow && { pricingRow: base.pricingRow }),
      ...promised.breakdown,
      tariffVersion: tariff.version,
    },
  };
}

/** When a service arrives, as rate and breakdown say it. */
interface Promised {
  readonly rate: Omit<Rate, 'price' | 'currency'>;
  readonly breakdown: Pick<RateBreakdown, 'promise' | 'cutoff'>;
}

/** SCHEDULED and CUSTOMER_BOOKING name no day: it is chosen. */
function unpromised(service: Service, locale: Locale): Promised {
  const words = rateWords({ service }, locale);
  return { rate: { ...words, service }, breakdown: { promise: words.description } };
}

function promise(
  service: Service,
  terms: ServicePromise,
  { origin }: Route,
  { at, merchant, locale }: Shipment,
): Promised | { unavailable: Unavailability } {
  const { exceptions } = merchant.deliveryConstraintsByWeek;
  const delivery = promiseDelivery(terms, at, origin.timeZone, exceptions);
  if (!delivery) return { unavailable: whyNotToday(terms, at, origin.timeZone, exceptions) };
  const { late, estimate, firstDay, lastDay, cutoff } = delivery;
  const { from, to } = terms;
  const transit = { first: terms.firstDay, last: terms.lastDay };
  return {
    rate: {
      ...rateWords({ service, late, ...estimate, transit }, locale),
      service,
      ...(late && { late }),
      ...estimate,
    },
    breakdown: {
      ...(cutoff && { cutoff: { ...cutoff, passed: late } }),
      promise: promiseText({ firstDay, lastDay, from, to }, locale),
    },
  };
}
