import { merchantEndpoints } from '@portage/contract/merchants';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from './api.ts';

/** Reads the profile of the signed-in merchant; it changes rarely, so it is kept for five minutes. */
const merchantQuery = queryOptions({
  queryKey: ['merchant'],
  queryFn: ({ signal }) => callApi(merchantEndpoints.get, {}, { signal }),
  staleTime: 5 * 60_000,
});

/** The profile of the signed-in merchant. */
export function useMerchant() {
  return useQuery(merchantQuery);
}
