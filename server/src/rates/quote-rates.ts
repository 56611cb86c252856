import type { ExplainedRate, ExplainedRates } from '@portage/contract/rates/explained-rates';
import type { Rate } from '@portage/contract/rates/rates';
import type { Service } from '@portage/contract/rates/services';
import {
  type Unavailability,
  unavailableReason,
  type UnavailableCode,
  type UnavailableService,
} from '@portage/contract/rates/unavailable-services';
import { findRoute, type Route } from './find-route.ts';
import { isAnyWindowOffered } from './list-windows.ts';
import { tooMuch } from './price-packages.ts';
import { type RatedService, rateService, type Shipment } from './rate-service.ts';
import { findServiceArea } from './service-area.ts';
import { LISTED_SERVICES } from './tariff.ts';

/** Why nothing can be quoted; each is also the status of an order that meets it (spec 1 §4). */
export type QuoteFailure = 'OUT_OF_FSA' | 'UNSUPPORTED_WEIGHT' | 'RATE_FAILED';

/** Either at least one rate, or the reason why there is none. */
export type Quote = { readonly rates: Rate[] } | { readonly failure: QuoteFailure };

/** The rates of every service that can carry a shipment ordered at its time. */
export function quoteRates(shipment: Shipment): Quote {
  const route = checkCarriage(shipment);
  if ('code' in route) return { failure: failureOf(route.code) };
  const rates = LISTED_SERVICES.map((service) => offer(service, route, shipment)).flatMap((one) =>
    'rate' in one ? one.rate : [],
  );
  return rates.length > 0 ? { rates } : { failure: 'RATE_FAILED' };
}

/** Every service exactly once: its rate with how it was made, or why it has none. */
export function explainRates(shipment: Shipment): ExplainedRates {
  const route = checkCarriage(shipment);
  const rates: ExplainedRate[] = [];
  const unavailable: UnavailableService[] = [];
  for (const service of LISTED_SERVICES) {
    const offered = 'code' in route ? { unavailable: route } : offer(service, route, shipment);
    if ('rate' in offered) rates.push({ ...offered.rate, breakdown: offered.breakdown });
    else unavailable.push(unavailableService(service, offered.unavailable, shipment));
  }
  return { rates, unavailable };
}

/** The route of a shipment, or why Portage carries it nowhere, whatever the service. */
export function checkCarriage(shipment: Shipment): Route | Unavailability {
  const { tariff, origin, destination, packages, heavyAllowed } = shipment;
  const route = findRoute(tariff, origin, destination);
  if (!route) {
    const postalCode = findServiceArea(tariff, origin) ? destination : origin;
    return { code: 'outside_service_area', postalCode };
  }
  return tooMuch(tariff, packages, heavyAllowed) ?? route;
}

/** The status of an order for which a service is unavailable. */
export function failureOf(code: UnavailableCode): QuoteFailure {
  if (code === 'outside_service_area') return 'OUT_OF_FSA';
  return code === 'too_heavy' || code === 'too_large' ? 'UNSUPPORTED_WEIGHT' : 'RATE_FAILED';
}

/** A service is offered when it has a rate and, where a window is to be chosen, a window. */
function offer(service: Service, route: Route, shipment: Shipment): RatedService {
  const rated = rateService(service, route, shipment);
  const needsWindow = 'rate' in rated && service === 'SCHEDULED';
  return needsWindow && !isAnyWindowOffered(shipment)
    ? { unavailable: { code: 'no_windows' } }
    : rated;
}

function unavailableService(
  service: Service,
  why: Unavailability,
  { locale }: Shipment,
): UnavailableService {
  return {
    service,
    code: why.code,
    reason: unavailableReason(why, locale),
    ...('next' in why && { nextPossible: why.next.at }),
  };
}
