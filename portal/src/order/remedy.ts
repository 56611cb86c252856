import { provinceName } from '@portage/contract/addresses/provinces';
import type { Locale } from '@portage/contract/locale';
import { attentionEndpoints, type OrderFix } from '@portage/contract/orders/attention';
import { orderEditEndpoints } from '@portage/contract/orders/order-edits';
import type { Order } from '@portage/contract/orders/orders';
import { serviceNames } from '@portage/contract/rates/rates';
import type { Translate } from '../i18n/translate.ts';
import { callApi } from '../lib/api.ts';
import type { Format } from '../lib/format.ts';
import { updateCachedOrder } from './order-calls.ts';

/** An edit that places an order, or `close` for a failed delivery. */
export type Remedy = OrderFix | 'close';

export async function applyRemedy(order: Order, remedy: Remedy): Promise<Order> {
  const params = { id: order.id };
  const saved =
    remedy === 'close'
      ? await callApi(attentionEndpoints.close, { params })
      : await callApi(orderEditEndpoints.edit, {
          params,
          body: { ...remedy, version: order.version },
        });
  updateCachedOrder(saved);
  return saved;
}

export interface RemedyTexts {
  readonly t: Translate<'orders'>;
  readonly locale: Locale;
  readonly format: Pick<Format, 'period'>;
}

export function remedyText(remedy: Remedy, { t, locale, format }: RemedyTexts): string {
  if (remedy === 'close') return t('worklist.close');
  const { recipientAddress, service, window } = remedy;
  const { province, postalCode } = recipientAddress ?? {};
  if (province !== undefined) {
    return t('worklist.province', { province: provinceName(province, locale) });
  }
  if (postalCode !== undefined) return t('worklist.postalCode', { postalCode });
  if (window) return t('worklist.window', { window: format.period(window.start, window.end) });
  return t('worklist.service', { service: service ? serviceNames[service][locale] : '' });
}
