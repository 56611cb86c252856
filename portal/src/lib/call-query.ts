import type { AnswerOf, CallOf, Endpoint } from '@portage/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './api.ts';
import type { CallOptions } from './request.ts';

/**
 * The query key of an endpoint: its resource, its path and, where one is given, the call. Without a
 * call it is the prefix of every call to the endpoint, to invalidate or update them all.
 */
export function callKey<E extends Endpoint>(endpoint: E, call?: CallOf<E>) {
  const key = [resourceOf(endpoint), `${endpoint.method} ${endpoint.path}`] as const;
  return call === undefined ? key : ([...key, call] as const);
}

/** The prefix of the query keys of every endpoint of a resource: all of `/orders/…` for an endpoint of orders. */
export function resourceKey(endpoint: Endpoint) {
  return [resourceOf(endpoint)] as const;
}

/** Query options that read an endpoint: the key follows from the contract. */
export function callQuery<E extends Endpoint>(
  endpoint: E,
  call: CallOf<E>,
  options: CallOptions = {},
) {
  return queryOptions<AnswerOf<E>>({
    queryKey: callKey(endpoint, call),
    queryFn: ({ signal }) => callApi(endpoint, call, { ...options, signal }),
  });
}

const resourceOf = ({ path }: Endpoint) => path.split('/')[1] ?? '';
