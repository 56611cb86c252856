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
  return inSession(endpoint, (token) => request(endpoint, call, token, options));
}

/** Sends a call with the session in force, and once more with a renewed one if that is refused. */
export async function inSession<Answer>(
  endpoint: Endpoint,
  send: (token: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  const session = endpoint.mayCall === 'anyone' ? undefined : await sessionForCall();
  try {
    return await send(session?.token);
  } catch (error) {
    const isRefused = error instanceof ApiError && error.problem.status === 401;
    const renewed = isRefused && session ? await renewSession(session) : undefined;
    if (!renewed) throw error;
    return send(renewed.token);
  }
}
