import type { RateRequest } from '@portage/contract/rates/rates';
import { useLocale } from '../i18n/use-locale.ts';
import { useRested } from '../lib/use-rested.ts';
import { rateRequestOf } from '../order/order-form/read-draft.ts';
import type { OrderDraft } from '../order/order-form/order-draft.ts';

/** What to ask prices for: the addresses and packages of a draft, once typing rests. */
export function useRateRequest(draft: OrderDraft): RateRequest {
  return rateRequestOf(useRested(draft), useLocale());
}
