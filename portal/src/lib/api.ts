import type { AnswerOf, CallOf, Endpoint } from '@portage/contract/endpoint';
import { ApiError } from './api-error.ts';
import { type CallOptions, request } from './request.ts';
import { renewSession, sessionForCall } from './session-renewal.ts';

/**
 * Calls an endpoint of the carrier's API as whoever is signed in. A call whose session is refused is
 * sent once more with a renewed one. Rejects with `ApiError` when the server refuses or cannot be
 * reached.
 */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  call: CallOf<E>,
  options: CallOptions = {},
): Promise<AnswerOf<E>> {
  const session = endpoint.mayCall === 'anyone' ? undefined : await sessionForCall();
  try {
    return await request(endpoint, call, session?.token, options);
  } catch (error) {
    const isRefused = error instanceof ApiError && error.problem.status === 401;
    const renewed = isRefused && session ? await renewSession(session) : undefined;
    if (!renewed) throw error;
    return request(endpoint, call, renewed.token, options);
  }
}
