import { addressEndpoints } from '@portage/contract/addresses';
import { rateEndpoints, type RateRequest } from '@portage/contract/rates';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../lib/api.ts';
import { callKey, callQuery } from '../lib/call-query.ts';
import type { Route } from './draft-payload.ts';

/**
 * The rates for a journey and its packages: a change of either asks anew. Not tried again by itself,
 * so that "cannot ship" is said at once; every Next asks again after a failure.
 */
export function ratesQuery(request: RateRequest) {
  return queryOptions({
    ...callQuery(rateEndpoints.quote, { body: request }),
    staleTime: 60_000,
    retry: false,
  });
}

/** The delivery windows that can still be booked for a journey. */
export function windowsQuery(route: Route) {
  return queryOptions({
    ...callQuery(rateEndpoints.windows, { query: { ...route } }),
    staleTime: 60_000,
    retry: false,
  });
}

/** How many saved recipients a search offers: a list to choose from needs no more. */
const OFFERED = 20;

/** Saved recipients that match a text, or the newest ones. */
export function savedAddressesQuery(freeSearch: string) {
  return queryOptions({
    queryKey: callKey(addressEndpoints.list, { query: { freeSearch } }),
    queryFn: async ({ signal }) =>
      (await callApi(addressEndpoints.list, { query: { freeSearch, limit: OFFERED } }, { signal }))
        .addresses,
  });
}
