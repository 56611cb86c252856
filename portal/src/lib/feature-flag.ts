import { flagEndpoints } from '@portage/contract/merchants/flags';
import { useQuery } from '@tanstack/react-query';
import { callApi } from './api.ts';
import { callKey } from './call-query.ts';
import { useSession } from './session.ts';

/** Asks for the flag of the portal: heavy orders, and with them the delivery type (spec 1 §6). */
const CALL = { params: { flag: 'heavy-parcel-consolidation-v1' } } as const;

/**
 * Asks whether the flag is on for the signed-in merchant: once, when the portal is opened or signed in
 * to, however many components want to know. Kept under the merchant, so that nobody gets another's.
 */
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
    // Not read again when orders change, although its path is below theirs.
    staleTime: 'static',
    gcTime: Infinity,
    retryOnMount: false,
    refetchOnWindowFocus: false,
  });
}

/**
 * Whether the flag is on for the signed-in merchant. Until the server has answered it is what the
 * server said last on this device (`flag`, spec 1 §9; signing in as another merchant forgets it);
 * where it never said anything, off.
 */
export function useFeatureFlag(): boolean {
  const { data } = useFeatureFlagAnswer();
  return data ?? localStorage.getItem('flag') === 'true';
}
