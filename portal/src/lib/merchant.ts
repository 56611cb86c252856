import { queryOptions, useQuery } from '@tanstack/react-query';
import { flagEndpoints } from '@portage/contract/merchants/flags';
import { merchantEndpoints } from '@portage/contract/merchants/merchants';
import { MINUTE } from '@portage/contract/time';
import { callApi } from './api.ts';
import { callQuery, callKey } from './call-query.ts';
import { type Format, useFormat } from './format.ts';
import { useSession } from './session.ts';
import { keepOnDevice } from './store.ts';

/** Heavy orders, and with them the delivery type (spec 1 §6). */
const CALL = { params: { flag: 'heavy-parcel-consolidation-v1' } } as const;

/** Asks once a sign-in; caches by merchant. */
export function useFeatureFlagAnswer() {
  const merchantId = useSession()?.merchantId;
  return useQuery({
    queryKey: [...callKey(flagEndpoints.get, CALL), merchantId],
    queryFn: async ({ signal }) => {
      const { enabled } = await callApi(flagEndpoints.get, CALL, { signal });
      keepOnDevice('flag', String(enabled));
      return enabled;
    },
    enabled: merchantId !== undefined,
    // Changes of orders must not invalidate it, despite its path.
    staleTime: 'static',
    gcTime: Infinity,
    retryOnMount: false,
    refetchOnWindowFocus: false,
  });
}

/** Answers with this device's last value until it is loaded (spec 1 §9). */
export function useFeatureFlag(): boolean {
  const { data } = useFeatureFlagAnswer();
  return data ?? localStorage.getItem('flag') === 'true';
}

/** Cached for five minutes. */
export const merchantQuery = queryOptions({
  ...callQuery(merchantEndpoints.get, {}),
  staleTime: 5 * MINUTE,
  // Another user or tab may have changed it.
  refetchOnWindowFocus: 'always',
});

export function useMerchant() {
  return useQuery(merchantQuery);
}

/** In the merchant's time zone; the device's until it is known. */
export function useMerchantFormat(): Format {
  return useFormat(useMerchant().data?.timeZone);
}
