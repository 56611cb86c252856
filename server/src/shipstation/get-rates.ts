import { PostalCode } from '@portage/contract/addresses/address';
import type { Locale } from '@portage/contract/locale';
import type { ExplainedRate, RateBreakdown } from '@portage/contract/rates/rates';
import type {
  ConnectRate,
  GetRatesRequest,
  GetRatesResponse,
} from '@portage/contract/shipstation/connect';
import type { BillingLineItem } from '@portage/contract/shipstation/connect-shapes';
import { ApiError } from '../api-error.ts';
import type { Deps } from '../deps.ts';
import { fieldErrorsOf } from '../field-errors.ts';
import { getShipper } from '../merchants/get-merchant.ts';
import { explainRates } from '../rates/quote-rates.ts';
import { CONNECT_SERVICES, readPackage, readService, refuseInsurance } from './read-shipment.ts';

const money = (amount: number, currency: string) => ({ currency, amount: amount.toFixed(2) });

const partNames = {
  weight: { en: 'Weight', fr: 'Poids' },
  size: { en: 'Size', fr: 'Dimensions' },
} as const;

/** Parts that add up to the price. */
function billingLineItems(
  {
    name,
    currency,
    breakdown,
  }: Pick<ExplainedRate, 'name' | 'currency'> & {
    breakdown: Pick<RateBreakdown, 'base' | 'zone' | 'weight' | 'size'>;
  },
  locale: Locale,
): BillingLineItem[] {
  const { base, zone, weight, size } = breakdown;
  const parts = [
    { billing_category: 'shipping', carrier_description: name, sum: base + zone },
    {
      billing_category: 'additional_fees',
      carrier_description: partNames.weight[locale],
      sum: weight,
    },
    { billing_category: 'oversize', carrier_description: partNames.size[locale], sum: size },
  ] as const;
  return parts
    .filter(({ sum, billing_category: category }) => category === 'shipping' || sum > 0)
    .map(({ sum, ...part }) => ({ ...part, amount: money(sum, currency) }));
}

/** Reads a postal code. Throws `invalid_request` at `field`. */
function readPostalCode(typed: string | null | undefined, field: string): string {
  const parsed = PostalCode.safeParse(typed ?? '');
  if (parsed.success) return parsed.data;
  throw new ApiError('invalid_request', {
    fieldErrors: (locale) =>
      fieldErrorsOf(PostalCode, typed ?? '', locale).map(({ message }) => ({
        path: field,
        message,
      })),
  });
}

/** Throws `connect_service_unknown`, `connect_not_insured` and `invalid_request`. */
export async function getRates(
  { db, clock, tariffs }: Pick<Deps, 'db' | 'clock' | 'tariffs'>,
  merchantId: string,
  request: GetRatesRequest,
  locale: Locale,
): Promise<GetRatesResponse> {
  const service = readService(request.service_code);
  refuseInsurance(request);
  const shipper = await getShipper(db, merchantId);
  const at = clock.now();
  const { rates, unavailable } = explainRates({
    tariff: tariffs.at(at),
    origin: readPostalCode(request.ship_from.postal_code, 'ship_from.postal_code'),
    destination: readPostalCode(request.ship_to.postal_code, 'ship_to.postal_code'),
    packages: request.packages.map(readPackage),
    at,
    ...shipper,
    locale,
  });
  const isAsked = (one: { service: string }) =>
    service ? one.service === service : CONNECT_SERVICES.some((known) => known === one.service);
  return {
    rates: [
      ...rates.filter(isAsked).map((rate): ConnectRate => ({
        service_code: rate.service,
        shipping_amount: money(rate.price, rate.currency),
        ...(rate.epochEstimateTo !== undefined && {
          estimated_delivery_datetime: new Date(rate.epochEstimateTo).toISOString(),
        }),
        billing_line_items: billingLineItems(rate, locale),
        negotiated_rate: rate.breakdown.pricingRow !== undefined,
      })),
      ...unavailable.filter(isAsked).map(({ service: code, reason }): ConnectRate => ({
        service_code: code,
        error_messages: [reason],
        negotiated_rate: false,
      })),
    ],
  };
}
