import {
  type ExplainedRate,
  type ExplainedRates,
  type Rate,
  type RateWindow,
  type Unavailability,
  unavailableReason,
  type UnavailableCode,
  type UnavailableService,
  type Service,
} from '@portage/contract/rates/rates';
import type { EpochMillis } from '@portage/contract/time';
import { isAnyWindowOffered, isWindowOffered } from './list-windows.ts';
import { tooMuch } from './price-packages.ts';
import { type RatedService, rateService, type Shipment } from './rate-service.ts';
import { findRoute, type Route, findServiceArea } from './service-area.ts';
import { shipByOfWindow } from './ship-by.ts';
import { LISTED_SERVICES } from './tariff.ts';

/** Has a window for SCHEDULED. */
interface ChosenShipment extends Shipment {
  readonly service: Service;
  readonly window?: Pick<RateWindow, 'start' | 'end'> | undefined;
}

/** The order's status without a rate (spec 1 §4). */
type ChoiceFailure = QuoteFailure | 'INVALIDTIME';

export type Choice =
  | {
      readonly rate: Rate;
      readonly tariffVersion: string;
      /** Undefined for a booking without a window. */
      readonly shipBy: EpochMillis | undefined;
    }
  | { readonly failure: ChoiceFailure };

/** Fails with `RATE_FAILED` when not offered now, with `INVALIDTIME` for an unlisted window. */
export function chooseRate(shipment: ChosenShipment): Choice {
  const route = checkCarriage(shipment);
  if ('code' in route) return { failure: failureOf(route.code) };
  const rated = rateService(shipment.service, route, shipment);
  if ('unavailable' in rated) return { failure: failureOf(rated.unavailable.code) };
  const { window } = shipment;
  const { rate } = rated;
  const shipBy =
    rated.shipBy ?? (window && shipByOfWindow(window.start, placementOf(shipment, route)));
  const priced = { rate, tariffVersion: shipment.tariff.version, shipBy };
  if (shipment.service !== 'SCHEDULED') return priced;
  if (!window || !isWindowOffered(shipment, window)) return { failure: 'INVALIDTIME' };
  return priced;
}

const placementOf = ({ at, merchant }: ChosenShipment, { origin: { timeZone } }: Route) => ({
  at,
  timeZone,
  constraints: merchant.deliveryConstraintsByWeek,
});

/** The order's status without a quote (spec 1 §4). */
type QuoteFailure = 'OUT_OF_FSA' | 'UNSUPPORTED_WEIGHT' | 'RATE_FAILED';

export type Quote = { readonly rates: Rate[] } | { readonly failure: QuoteFailure };

/** Rates every service that can carry the shipment at its time. */
export function quoteRates(shipment: Shipment): Quote {
  const route = checkCarriage(shipment);
  if ('code' in route) return { failure: failureOf(route.code) };
  const rates = LISTED_SERVICES.map((service) => offer(service, route, shipment)).flatMap((one) =>
    'rate' in one ? one.rate : [],
  );
  return rates.length > 0 ? { rates } : { failure: 'RATE_FAILED' };
}

/** Gives each service's rate and how it was made, or the reason for none. */
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

/** The route, or why no service carries the shipment. */
function checkCarriage(shipment: Shipment): Route | Unavailability {
  const { tariff, origin, destination, packages, heavyAllowed } = shipment;
  const route = findRoute(tariff, origin, destination);
  if (!route) {
    const postalCode = findServiceArea(tariff, origin) ? destination : origin;
    return { code: 'outside_service_area', postalCode };
  }
  return tooMuch(tariff, packages, heavyAllowed) ?? route;
}

function failureOf(code: UnavailableCode): QuoteFailure {
  if (code === 'outside_service_area') return 'OUT_OF_FSA';
  return code === 'too_heavy' || code === 'too_large' ? 'UNSUPPORTED_WEIGHT' : 'RATE_FAILED';
}

/** Needs a rate and, if windows are chosen, a window. */
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
