import type { z } from 'zod';
import type { Locale } from '@portage/contract/locale';
import type { NewPackage } from '@portage/contract/orders/packages';
import { PostalCode } from '@portage/contract/addresses/postal-code';
import type { Rate } from '@portage/contract/rates/rates';
import { deliversInWindow, Service } from '@portage/contract/rates/services';
import { SERVICE_CODE_PREFIX } from '@portage/contract/shop/shop';
import type { CarrierRate, CarrierRateRequest } from '@portage/contract/shop/shop-callbacks';
import type { Deps } from '../deps.ts';
import { isFlagOn } from '../flags/flags.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { quoteRates } from '../rates/quote-rates.ts';
import { ApiError } from '../api-error.ts';
import { findShopMerchant } from './shop-queries.ts';

/** The code of a service at checkout. */
export const codeOfService = (service: Service) => `${SERVICE_CODE_PREFIX}${service}` as const;

/** The service of a code at checkout; undefined for a code that is none of ours. */
export function serviceOfCode(code: string): Service | undefined {
  if (!code.startsWith(SERVICE_CODE_PREFIX)) return undefined;
  return Service.safeParse(code.slice(SERVICE_CODE_PREFIX.length)).data;
}

/** One package of a weight; none where nobody says what it weighs. */
export function packagesOfGrams(grams: number | undefined): NewPackage[] {
  if (!grams) return [];
  return [{ weightOptions: { weight: Math.max(0.1, Math.round(grams / 100) / 10), unit: 'kg' } }];
}

/** What is to be quoted for a shop order. */
interface ShopShipment {
  /** The postal code of the buyer. */
  destination: string;
  grams: number | undefined;
  locale: Locale;
}

/**
 * The rates that a shop order can be carried at, from where its delivery order will be picked up: the
 * merchant's location, wherever the shop says that it ships from. Only those of services that need no
 * window, since neither a checkout nor the fulfillment of a shop asks for one. Empty when nothing can be
 * carried.
 */
export async function quoteShopRates(
  { db, clock, tariffs }: Pick<Deps, 'db' | 'clock' | 'tariffs'>,
  merchantId: string,
  { destination, grams, locale }: ShopShipment,
): Promise<Rate[]> {
  const [merchant, heavyAllowed] = await Promise.all([
    getMerchant(db, merchantId),
    isFlagOn(db, merchantId, 'heavy-parcel-consolidation-v1'),
  ]);
  const quote = quoteRates({
    tariff: tariffs.at(clock.now()),
    origin: merchant.merchantLocation.postalCode,
    destination,
    packages: packagesOfGrams(grams),
    at: clock.now(),
    merchant,
    locale,
    heavyAllowed,
  });
  const rates = 'failure' in quote ? [] : quote.rates;
  return rates.filter(({ service }) => !deliversInWindow(service));
}

/** A rate as the checkout shows it. */
function carrierRate(rate: Rate): CarrierRate {
  const { epochEstimateFrom: from, epochEstimateTo: to } = rate;
  return {
    service_name: `Portage – ${rate.name}`,
    service_code: codeOfService(rate.service),
    total_price: String(Math.round(rate.price * 100)),
    currency: rate.currency,
    description: rate.description,
    ...(from !== undefined && { min_delivery_date: new Date(from).toISOString() }),
    ...(to !== undefined && { max_delivery_date: new Date(to).toISOString() }),
  };
}

/**
 * What a checkout of a shop can choose from, in the buyer's language. Empty when we cannot ship, or not
 * in the shop's currency: the platform then does not offer Portage. Throws `shop_not_linked` for a shop that nobody has: the checkout then shows its backup rates.
 */
export async function quoteCheckout(
  deps: Pick<Deps, 'db' | 'clock' | 'tariffs'>,
  shop: string,
  { rate }: z.infer<typeof CarrierRateRequest>,
): Promise<CarrierRate[]> {
  const merchantId = await findShopMerchant(deps.db, shop);
  if (merchantId === undefined) throw new ApiError('shop_not_linked', { shop });
  const destination = PostalCode.safeParse(rate.destination.postal_code ?? '');
  if (!destination.success) return [];
  const shipped = rate.items.filter((item) => item.requires_shipping !== false);
  const grams = shipped.reduce((sum, item) => sum + (item.grams ?? 0) * item.quantity, 0);
  const rates = await quoteShopRates(deps, merchantId, {
    destination: destination.data,
    grams,
    locale: rate.locale?.toLowerCase().startsWith('fr') ? 'fr' : 'en',
  });
  return rates.filter(({ currency }) => currency === (rate.currency ?? currency)).map(carrierRate);
}
