import { servicePromises } from '@portage/contract/rate-words';
import type { Rate } from '@portage/contract/rates';
import { Service } from '@portage/contract/services';
import { findRoute, type Route } from './find-route.ts';
import { listWindows } from './list-windows.ts';
import { canCarry } from './price-packages.ts';
import { rateService, type Shipment } from './rate-service.ts';

/** Why nothing can be quoted; each is also the status of an order that meets it (spec 1 §4). */
export type QuoteRefusal = 'OUT_OF_FSA' | 'UNSUPPORTED_WEIGHT' | 'RATE_FAILED';

/** Either at least one rate, or the reason why there is none. */
export type Quote = { readonly rates: Rate[] } | { readonly refusal: QuoteRefusal };

const SERVICES_LISTED = Object.keys(servicePromises).map((name) => Service.parse(name));

/** The rates of every service that can carry a shipment ordered at its moment. */
export function quoteRates(shipment: Shipment): Quote {
  const route = checkCarriage(shipment);
  if (typeof route === 'string') return { refusal: route };
  const rates = SERVICES_LISTED.filter(
    (service) => service !== 'SCHEDULED' || listWindows(shipment).length > 0,
  )
    .map((service) => rateService(service, route, shipment))
    .filter((rate) => rate !== undefined);
  return rates.length > 0 ? { rates } : { refusal: 'RATE_FAILED' };
}

/** The route of a shipment, or why Portage carries it nowhere, whatever the service. */
export function checkCarriage({
  origin,
  destination,
  packages,
  heavyAllowed,
}: Shipment): Route | 'OUT_OF_FSA' | 'UNSUPPORTED_WEIGHT' {
  const route = findRoute(origin, destination);
  if (!route) return 'OUT_OF_FSA';
  return canCarry(packages, heavyAllowed) ? route : 'UNSUPPORTED_WEIGHT';
}
