import type { Merchant } from '@portage/contract/merchants';
import type { NewOrder } from '@portage/contract/new-order';
import type { Rate } from '@portage/contract/rates';
import { ApiError } from '../api-error.ts';
import { isWindowOffered } from '../rates/list-windows.ts';
import { explainRates } from '../rates/quote-rates.ts';
import type { Shipment } from '../rates/rate-service.ts';

/** What the quoted rate of an order is compared with: the rates of now. */
type RatedNow = Pick<Shipment, 'tariff' | 'at' | 'heavyAllowed'> & { readonly merchant: Merchant };

/**
 * Raises `rates_changed`, with the rates of now, when the service of a new order is no longer offered
 * at the rate that was quoted for it: another price, a later promise, a window that closed.
 */
export function requireQuotedRate(newOrder: NewOrder, now: RatedNow): void {
  const { quotedRate, service, window, packages, packageCount = 1 } = newOrder;
  if (!quotedRate) return;
  const shipment: Omit<Shipment, 'locale'> = {
    ...now,
    origin: newOrder.originAddress.postalCode,
    destination: newOrder.recipientAddress.postalCode,
    packages: packages ?? Array.from({ length: packageCount }, () => ({})),
  };
  const { rates } = explainRates({ ...shipment, locale: 'en' });
  const rate = rates.find((one) => one.service === service);
  const isKept = rate && isAsQuoted(rate, quotedRate);
  const isWindowKept = service !== 'SCHEDULED' || (window && isWindowOffered(shipment, window));
  if (isKept && isWindowKept) return;
  throw new ApiError('rates_changed', {
    rates: (locale) => explainRates({ ...shipment, locale }),
  });
}

function isAsQuoted(
  { price, epochEstimateTo }: Rate,
  quoted: NonNullable<NewOrder['quotedRate']>,
): boolean {
  const promised = quoted.epochEstimateTo;
  const isLater =
    promised !== undefined && epochEstimateTo !== undefined && epochEstimateTo > promised;
  return price === quoted.price && !isLater;
}
