import { fillText, REGIONAL_LOCALE, type Locale } from '@portage/contract/locale';
import type { Merchant } from '@portage/contract/merchants';
import type { NewPackage } from '@portage/contract/packages';
import type { Rate } from '@portage/contract/rates';
import { serviceNames, type Service } from '@portage/contract/services';
import type { EpochMillis } from '@portage/contract/time';
import { basePriceCents } from './base-price.ts';
import { PROMISES, type ServicePromise } from './data/cutoffs.ts';
import { SERVICES } from './data/services.ts';
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
  const base = basePriceCents(service, route.reach, destination, pricingRows);
  if (base === undefined) return undefined;
  const { description, lateDescription } = SERVICES[service];
  const rate = {
    name: serviceNames[service][locale],
    service,
    price: priceOfPackages(packages, base) / 100,
    currency: route.origin.currency,
  };

  const promise = PROMISES[service];
  if (!promise) return { ...rate, description: description[locale] };
  const delivery = promiseDelivery(promise, at, route.origin.timeZone);
  if (!delivery) return undefined;
  const text = delivery.late ? (lateDescription ?? description) : description;
  return {
    ...rate,
    description: fillText(text[locale], valuesOf(promise, locale)),
    ...delivery.estimate,
  };
}

function valuesOf({ firstDay, lastDay, from, to }: ServicePromise, locale: Locale) {
  return {
    first: firstDay,
    last: lastDay,
    from: hourOfDay(from, locale),
    to: hourOfDay(to, locale),
  };
}

const HOUR: Intl.DateTimeFormatOptions = { hour: 'numeric', timeZone: 'UTC' };
const hourFormats: Readonly<Record<Locale, Intl.DateTimeFormat>> = {
  en: new Intl.DateTimeFormat(REGIONAL_LOCALE.en, HOUR),
  fr: new Intl.DateTimeFormat(REGIONAL_LOCALE.fr, HOUR),
};

/** `18:00` as people say it: 6 p.m., 18 h. */
function hourOfDay(time: string, locale: Locale): string {
  return hourFormats[locale].format(new Date(`1970-01-01T${time}Z`));
}
