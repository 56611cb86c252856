import type { z } from 'zod';
import { countryOfPostalCode, PostalCode } from '@portage/contract/addresses/address';
import type { Locale } from '@portage/contract/locale';
import type { NewPackage } from '@portage/contract/orders/packages';
import { type Rate, deliversInWindow, Service } from '@portage/contract/rates/rates';
import { SERVICE_CODE_PREFIX } from '@portage/contract/shop/shop';
import type { CarrierRate, CarrierRateRequest } from '@portage/contract/shop/shop-callbacks';
import { ApiError } from '../api-error.ts';
import type { Deps } from '../deps.ts';
import { getShipper, type Shipper } from '../merchants/get-merchant.ts';
import { quoteRates } from '../rates/quote-rates.ts';
import { findShop, findShopMerchant, updateShop } from './shop-queries.ts';

export const codeOfService = (service: Service) => `${SERVICE_CODE_PREFIX}${service}` as const;

/** Returns the service of a code at checkout; undefined for another carrier's. */
export function serviceOfCode(code: string): Service | undefined {
  if (!code.startsWith(SERVICE_CODE_PREFIX)) return undefined;
  return Service.safeParse(code.slice(SERVICE_CODE_PREFIX.length)).data;
}

/** Returns one package of a weight; none for an unknown weight. */
export function packagesOfGrams(grams: number | undefined): NewPackage[] {
  if (!grams) return [];
  return [{ weightOptions: { weight: Math.max(0.1, Math.round(grams / 100) / 10), unit: 'kg' } }];
}

interface ShopShipment {
  origin: string;
  address: { postalCode: string | null | undefined; country: string | null | undefined };
  grams: number | undefined;
  locale: Locale;
}

/** Omits services with a window, which a checkout cannot ask for. */
export function quoteShopRates(
  { clock, tariffs }: Pick<Deps, 'clock' | 'tariffs'>,
  shipper: Shipper,
  { origin, address, grams, locale }: ShopShipment,
): Rate[] {
  const destination = PostalCode.safeParse(address.postalCode);
  // Five digits are a postal code in many countries.
  if (!destination.success || countryOfPostalCode(destination.data) !== address.country) return [];
  const quote = quoteRates({
    tariff: tariffs.at(clock.now()),
    origin,
    destination: destination.data,
    packages: packagesOfGrams(grams),
    at: clock.now(),
    ...shipper,
    locale,
  });
  const rates = 'failure' in quote ? [] : quote.rates;
  return rates.filter(({ service }) => !deliversInWindow(service));
}

function carrierRate(rate: Rate, isPhoneRequired: boolean): CarrierRate {
  const { epochEstimateFrom: from, epochEstimateTo: to } = rate;
  return {
    service_name: `Portage – ${rate.name}`,
    service_code: codeOfService(rate.service),
    total_price: String(Math.round(rate.price * 100)),
    currency: rate.currency,
    description: rate.description,
    ...(from !== undefined && { min_delivery_date: new Date(from).toISOString() }),
    ...(to !== undefined && { max_delivery_date: new Date(to).toISOString() }),
    ...(isPhoneRequired && { phone_required: true }),
  };
}

/**
 * Quotes a checkout in the buyer's language. Empty where we cannot ship, or not in the shop's currency,
 * which is noted for the merchant. Throws `shop_not_linked`, so that the checkout shows backup rates.
 */
export async function quoteCheckout(
  deps: Pick<Deps, 'db' | 'clock' | 'tariffs'>,
  shop: string,
  { rate }: z.infer<typeof CarrierRateRequest>,
): Promise<CarrierRate[]> {
  const { db } = deps;
  const merchantId = await findShopMerchant(db, shop);
  if (merchantId === undefined) throw new ApiError('shop_not_linked', { shop });
  const shipped = rate.items.filter((item) => item.requires_shipping !== false);
  const grams = shipped.reduce((sum, item) => sum + (item.grams ?? 0) * item.quantity, 0);
  const [shipper, link] = await Promise.all([getShipper(db, merchantId), findShop(db, merchantId)]);
  const { merchant } = shipper;
  const rates = quoteShopRates(deps, shipper, {
    origin: merchant.merchantLocation.postalCode,
    address: { postalCode: rate.destination.postal_code, country: rate.destination.country },
    grams,
    locale: rate.locale?.toLowerCase().startsWith('fr') ? 'fr' : 'en',
  });
  const offered = rates.filter(({ currency }) => currency === (rate.currency ?? currency));
  if (rates.length > 0 && link) {
    const foreignCurrency = offered.length > 0 ? null : (rate.currency ?? null);
    if (foreignCurrency !== link.foreignCurrency) {
      await updateShop(db, merchantId, { foreignCurrency });
    }
  }
  return offered.map((one) => carrierRate(one, !merchant.phoneOptional));
}
