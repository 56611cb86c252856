import { queryOptions } from '@tanstack/react-query';
import type { CallOf, Endpoint } from '@portage/contract/endpoint';
import { deliveryTypeOf } from '@portage/contract/orders/packages';
import {
  type ExplainedRate,
  rateEndpoints,
  type RateRequest,
  allowedDeliveryServices,
  DEFAULT_DELIVERY_SERVICE,
  type DeliveryService,
} from '@portage/contract/rates/rates';
import { MINUTE, clockText } from '@portage/contract/time';
import { useTranslation } from '../../i18n/i18n.ts';
import { callQuery } from '../../lib/call-query.ts';
import { useFormat } from '../../lib/format.ts';
import type { OrderDraft } from '../order-form/order-draft.ts';
import { type Route, packagesOf } from '../order-form/read-draft.ts';

/** Lists the delivery services that packages and service allow. */
export function deliveryServicesOffered(
  draft: Pick<OrderDraft, 'packages' | 'service'>,
): readonly DeliveryService[] {
  const deliveryType = deliveryTypeOf(packagesOf(draft.packages));
  return allowedDeliveryServices(deliveryType, draft.service ?? undefined);
}

/** Returns the draft's choice, or the default (spec 2 §4). */
export function settledDeliveryService(draft: OrderDraft): DeliveryService {
  return deliveryServicesOffered(draft).includes(draft.deliveryService)
    ? draft.deliveryService
    : DEFAULT_DELIVERY_SERVICE;
}

/** Surcharges, cutoff and promise. */
export function useRateBreakdown(rate: ExplainedRate | undefined) {
  const { t, locale } = useTranslation('rateChoice');
  const format = useFormat();
  if (!rate) return [];
  const { currency, breakdown } = rate;
  const { packages, base, pricingRow, cutoff, promise } = breakdown;
  const money = (amount: number) => format.money(amount, currency);

  const baseName = pricingRow
    ? t('breakdown.ownPrice', { prefix: pricingRow.postalPrefix })
    : t('breakdown.base');
  const each = t('breakdown.each', {
    count: packages,
    price: money(base / packages),
    total: money(base),
  });
  const surcharges = (['zone', 'weight', 'size'] as const)
    .filter((part) => breakdown[part] > 0)
    .map((part) => ({
      name: t(`breakdown.${part}`, { zone: breakdown.destinationZone }),
      value: money(breakdown[part]),
    }));
  const time = cutoff && clockText(cutoff.time, locale);
  return [
    { name: baseName, value: packages === 1 ? money(base) : each },
    ...surcharges,
    ...(cutoff
      ? [
          {
            name: t('breakdown.cutoff'),
            value: t(cutoff.passed ? 'breakdown.passed' : 'breakdown.orderBefore', { time }),
          },
        ]
      : []),
    { name: t('breakdown.promise'), value: promise },
  ];
}

/** Does not retry, so that "cannot ship" shows at once. */
const queryOnce = <E extends Endpoint>(endpoint: E, call: CallOf<E>) =>
  queryOptions({ ...callQuery(endpoint, call), staleTime: MINUTE, retry: false });

export const ratesQuery = (body: RateRequest) => queryOnce(rateEndpoints.quote, { body });

/** Explains how rates are made, and why others are unavailable. */
export const explainedRatesQuery = (body: RateRequest) =>
  queryOnce(rateEndpoints.explain, { body });

export const windowsQuery = (route: Route) =>
  queryOnce(rateEndpoints.windows, { query: { ...route } });
