import { merchantEndpoints } from '@portage/contract/merchants/merchants';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callQuery } from './call-query.ts';

/** Reads the profile of the signed-in merchant; it changes rarely, so it is kept for five minutes. */
export const merchantQuery = queryOptions({
  ...callQuery(merchantEndpoints.get, {}),
  staleTime: 5 * 60_000,
  // Somebody else, or another tab, may have changed it.
  refetchOnWindowFocus: 'always',
});

/** The profile of the signed-in merchant. */
export function useMerchant() {
  return useQuery(merchantQuery);
}
