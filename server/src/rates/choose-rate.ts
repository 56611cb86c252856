import type { Rate, RateWindow } from '@portage/contract/rates/rates';
import type { Service } from '@portage/contract/rates/services';
import { isWindowOffered } from './list-windows.ts';
import { checkCarriage, type QuoteFailure, failureOf } from './quote-rates.ts';
import { rateService, type Shipment } from './rate-service.ts';

/** A shipment whose service, and for SCHEDULED whose window, has been chosen. */
export interface ChosenShipment extends Shipment {
  readonly service: Service;
  readonly window?: Pick<RateWindow, 'start' | 'end'> | undefined;
}

/** Why an order gets no rate; each is also the status it then has (spec 1 §4). */
type ChoiceFailure = QuoteFailure | 'INVALIDTIME';

/** Either the rate of the chosen service, or the reason why the order gets none. */
export type Choice =
  { readonly rate: Rate; readonly tariffVersion: string } | { readonly failure: ChoiceFailure };

/**
 * The rate an order is placed at. Refused with `RATE_FAILED` when the service is not offered on this
 * route or its cutoff has passed, with `INVALIDTIME` when a SCHEDULED window is not one of those
 * listed. Other services have no window to choose, so theirs is not looked at.
 */
export function chooseRate(shipment: ChosenShipment): Choice {
  const route = checkCarriage(shipment);
  if ('code' in route) return { failure: failureOf(route.code) };
  const rated = rateService(shipment.service, route, shipment);
  if ('unavailable' in rated) return { failure: failureOf(rated.unavailable.code) };
  const priced = { rate: rated.rate, tariffVersion: shipment.tariff.version };
  if (shipment.service !== 'SCHEDULED') return priced;
  const { window } = shipment;
  if (!window || !isWindowOffered(shipment, window)) return { failure: 'INVALIDTIME' };
  return priced;
}
