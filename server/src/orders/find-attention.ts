import { type Attention, attentionOf, type OfferedNow } from '@portage/contract/attention';
import type { Locale } from '@portage/contract/locale';
import type { Order } from '@portage/contract/orders';
import type { Deps } from '../deps.ts';
import { isFlagOn } from '../flags/is-flag-on.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { explainRates } from '../rates/quote-rates.ts';
import { getOrder } from './get-order.ts';

/**
 * Why an order of the merchant could not be placed, with the services that are offered now;
 * undefined for an order that was. Raises `order_not_found`.
 */
export async function findAttention(
  deps: Pick<Deps, 'db' | 'clock' | 'tariffs'>,
  merchantId: string,
  id: string,
  locale: Locale,
): Promise<Attention | undefined> {
  const order = await getOrder(deps.db, merchantId, id);
  const mayBeServed = order.orderStatus === 'RATE_FAILED' || order.orderStatus === 'INVALIDTIME';
  return attentionOf(order, locale, mayBeServed ? await findOffer(deps, order, locale) : undefined);
}

async function findOffer(
  { db, clock, tariffs }: Pick<Deps, 'db' | 'clock' | 'tariffs'>,
  { merchantId, service, originAddress, recipientAddress, packages }: Order,
  locale: Locale,
): Promise<OfferedNow> {
  const [merchant, heavyAllowed] = await Promise.all([
    getMerchant(db, merchantId),
    isFlagOn(db, merchantId, 'heavy-parcel-consolidation-v1'),
  ]);
  const { rates, unavailable } = explainRates({
    tariff: tariffs.at(clock.now()),
    origin: originAddress.postalCode,
    destination: recipientAddress.postalCode,
    packages,
    at: clock.now(),
    merchant,
    locale,
    heavyAllowed,
  });
  const why = unavailable.find((one) => one.service === service)?.code;
  return {
    isOnRoute: why === undefined || why === 'cutoff_passed',
    services: rates.map((rate) => rate.service),
  };
}
