import { useQuery } from '@tanstack/react-query';
import { clockSpan } from '@portage/contract/rates/rate-words';
import { serviceNames, type RateRequest } from '@portage/contract/rates/rates';
import { useLocale } from '../i18n/i18n.ts';
import { useFormat } from '../lib/format.ts';
import { useRested } from '../lib/use-search.ts';
import type { OrderDraft } from '../order/order-form/order-draft.ts';
import { routeOf, rateRequestOf } from '../order/order-form/read-draft.ts';
import {
  explainedRatesQuery,
  windowsQuery,
  useRateBreakdown,
} from '../order/rate-choice/rate-calls.ts';
import { dayText } from '../order/rate-choice/RateChoice.tsx';

export function useRateRequest(draft: OrderDraft): RateRequest {
  return rateRequestOf(useRested(draft), useLocale());
}

export function useChosenRate(draft: OrderDraft) {
  const locale = useLocale();
  const format = useFormat();
  const rates = useQuery(explainedRatesQuery(useRateRequest(draft)));
  const isScheduled = draft.service === 'SCHEDULED';
  const windows = useQuery({ ...windowsQuery(routeOf(draft)), enabled: isScheduled });
  const rate = rates.data?.rates.find(({ service }) => service === draft.service);
  // The draft keeps its window when another service is chosen.
  const window = isScheduled && windows.data?.find(({ start }) => start === draft.window?.start);
  return {
    breakdown: useRateBreakdown(rate),
    name: rate?.name ?? (draft.service ? serviceNames[draft.service][locale] : undefined),
    /** Undefined while loading. */
    price: rate && format.money(rate.price, rate.currency),
    /** Undefined unless the service is scheduled. */
    window: window
      ? `${dayText(window.date, locale)}, ${clockSpan(window.deliveryWindow, locale)}`
      : undefined,
  };
}
