import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf, CallOf, Endpoint } from '@portage/contract/endpoint';
import { callApi } from './api.ts';
import { queryClient } from './query-client.ts';
import type { CallOptions } from './request.ts';

/** Returns the prefix of all calls to the endpoint where `call` is missing. */
export function callKey<E extends Endpoint>(endpoint: E, call?: CallOf<E>) {
  const key = [resourceOf(endpoint), `${endpoint.method} ${endpoint.path}`] as const;
  return call === undefined ? key : ([...key, call] as const);
}

/** Prefix of a resource, such as all of `/orders/…`. */
export function resourceKey(endpoint: Endpoint) {
  return [resourceOf(endpoint)] as const;
}

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

/** Reads all calls to the endpoints again. */
export async function readAgain(...endpoints: readonly Endpoint[]): Promise<void> {
  await Promise.all(
    endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: callKey(endpoint) })),
  );
}

const resourceOf = ({ path }: Endpoint) => path.split('/')[1] ?? '';
