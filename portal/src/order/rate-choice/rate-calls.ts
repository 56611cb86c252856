import { rateEndpoints, type RateRequest } from '@portage/contract/rates/rates';
import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../lib/call-query.ts';
import type { Route } from '../order-form/draft-payload.ts';

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

/** As `ratesQuery`, with how each rate is made and why the other services are unavailable. */
export function explainedRatesQuery(request: RateRequest) {
  return queryOptions({
    ...callQuery(rateEndpoints.explain, { body: request }),
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
