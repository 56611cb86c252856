import { useDebouncedValue } from '@mantine/hooks';
import type { RateRequest } from '@portage/contract/rates/rates';
import { useLocale } from '../i18n/use-locale.ts';
import { rateRequestOf } from '../order/order-form/read-draft.ts';
import type { OrderDraft } from '../order/order-form/order-draft.ts';

/** How long addresses and packages must stay as they are before rates are asked for, in milliseconds. */
const TYPING_RESTS = 250;

/** What to ask prices for: the addresses and packages of a draft, once typing rests. */
export function useRateRequest(draft: OrderDraft): RateRequest {
  const [rested] = useDebouncedValue(draft, TYPING_RESTS);
  return rateRequestOf(rested, useLocale());
}
