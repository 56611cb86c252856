import { flagEndpoints } from '@portage/contract/merchants/flags';
import { useQuery } from '@tanstack/react-query';
import { callApi } from './api.ts';
import { callKey } from './call-query.ts';
import { useSession } from './session.ts';

/** Heavy orders, and with them the delivery type (spec 1 §6). */
const CALL = { params: { flag: 'heavy-parcel-consolidation-v1' } } as const;

/** Reads the flag once a sign-in, cached by merchant. */
export function useFeatureFlagAnswer() {
  const merchantId = useSession()?.merchantId;
  return useQuery({
    queryKey: [...callKey(flagEndpoints.get, CALL), merchantId],
    queryFn: async ({ signal }) => {
      const { enabled } = await callApi(flagEndpoints.get, CALL, { signal });
      localStorage.setItem('flag', String(enabled));
      return enabled;
    },
    enabled: merchantId !== undefined,
    // A change of orders does not invalidate it, although its path is below theirs.
    staleTime: 'static',
    gcTime: Infinity,
    retryOnMount: false,
    refetchOnWindowFocus: false,
  });
}

/**
 * Tells whether the flag is on: the answer, or until then the last one on this device (spec 1 §9).
 */
export function useFeatureFlag(): boolean {
  const { data } = useFeatureFlagAnswer();
  return data ?? localStorage.getItem('flag') === 'true';
}
