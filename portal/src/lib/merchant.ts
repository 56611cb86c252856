import { merchantEndpoints } from '@portage/contract/merchants/merchants';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callQuery } from './call-query.ts';

/** Cached for five minutes. */
export const merchantQuery = queryOptions({
  ...callQuery(merchantEndpoints.get, {}),
  staleTime: 5 * 60_000,
  // Another user or tab may have changed it.
  refetchOnWindowFocus: 'always',
});

export function useMerchant() {
  return useQuery(merchantQuery);
}
