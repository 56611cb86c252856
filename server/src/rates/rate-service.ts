import type { Locale } from '@portage/contract/locale';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { NewPackage } from '@portage/contract/orders/packages';
import { promiseText, rateWords } from '@portage/contract/rates/rate-words';
import type { RateBreakdown, Rate, Unavailability, Service } from '@portage/contract/rates/rates';
import type { EpochMillis } from '@portage/contract/time';
import { basePrice, priceOf, pricePackages } from './price-packages.ts';
import { promiseDelivery, whyNotToday } from './promise-delivery.ts';
import type { Route } from './service-area.ts';
import { shipByOfPromise } from './ship-by.ts';
import type { ServicePromise, Tariff } from './tariff.ts';

export interface Shipment {
  /** In effect `at` the time of the order. */
  readonly tariff: Tariff;
  /** Postal code. */
  readonly origin: string;
  /** Postal code. */
  readonly destination: string;
  /** Empty counts as one package within the base price. */
  readonly packages: readonly NewPackage[];
  /** Compared with cutoffs. */
  readonly at: EpochMillis;
  readonly merchant: Pick<Merchant, 'locationPricing' | 'deliveryConstraintsByWeek'>;
  readonly locale: Locale;
  /** The flag `heavy-parcel-consolidation-v1`. */
  readonly heavyAllowed: boolean;
}

export type RatedService =
  | {
      readonly rate: Rate;
      readonly breakdown: RateBreakdown;
      /** Undefined for services whose day is chosen. */
      readonly shipBy: EpochMillis | undefined;
    }
  | { readonly unavailable: Unavailability };

/** Or explains why it is not offered. */
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
    // The merchant's own price includes the zone.
    zone: base.pricingRow ? 0 : route.destination.surcharge,
  });
  const money = { price: priceOf(parts) / 100, currency: route.origin.currency };
  const terms = tariff.promiseOf(service, route.origin.metro);
  const promised = terms
    ? keptPromise(service, terms, route, shipment)
    : unpromised(service, locale);
  if ('unavailable' in promised) return promised;
  return {
    rate: { ...promised.rate, ...money },
    shipBy: promised.shipBy,
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

interface Promised {
  readonly rate: Omit<Rate, 'price' | 'currency'>;
  readonly breakdown: Pick<RateBreakdown, 'promise' | 'cutoff'>;
  readonly shipBy?: EpochMillis;
}

type PromiseOrReason = Promised | { unavailable: Unavailability };

/** Keyed by the merchant's constraints at the last read. */
const promises = new WeakMap<object, Map<string, PromiseOrReason>>();

/** Caches promises, the main cost of rating; rows of an import share a few. */
function keptPromise(
  service: Service,
  terms: ServicePromise,
  route: Route,
  shipment: Shipment,
): PromiseOrReason {
  const { tariff, at, locale, merchant } = shipment;
  const { metro, timeZone } = route.origin;
  const kept =
    promises.get(merchant.deliveryConstraintsByWeek) ?? new Map<string, PromiseOrReason>();
  promises.set(merchant.deliveryConstraintsByWeek, kept);
  const key = [tariff.version, service, metro, timeZone, at, locale].join();
  const found = kept.get(key) ?? promise(service, terms, route, shipment);
  kept.set(key, found);
  return found;
}

/** Promises nothing for SCHEDULED and CUSTOMER_BOOKING: the day is chosen. */
function unpromised(service: Service, locale: Locale): Promised {
  const words = rateWords({ service }, locale);
  return { rate: { ...words, service }, breakdown: { promise: words.description } };
}

function promise(
  service: Service,
  terms: ServicePromise,
  { origin }: Route,
  { at, merchant, locale }: Shipment,
): PromiseOrReason {
  const { deliveryConstraintsByWeek: constraints } = merchant;
  const { exceptions } = constraints;
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
    shipBy: shipByOfPromise({ ...terms, late }, { at, timeZone: origin.timeZone, constraints }),
  };
}
