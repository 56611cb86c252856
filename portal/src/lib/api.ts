import type { AnswerOf, CallOf, Endpoint } from '@portage/contract/endpoint';
import { translate } from '../i18n/i18n.ts';
import { ApiError } from './api-error.ts';
import { renewSession, sessionForCall } from './keep-session.ts';
import { type CallOptions, request } from './request.ts';
import { askForFactor, isSetUpRequired } from './second-factor/step-up.ts';

/** Renews a refused session once. Rejects with `ApiError`. */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  call: CallOf<E>,
  options: CallOptions = {},
): Promise<AnswerOf<E>> {
  return inSession(endpoint, (token) => request(endpoint, call, token, options));
}

/** Repeats the call after a renewal, a second factor or a password. Throws `not_signed_in`. */
export async function inSession<Answer>(
  endpoint: Endpoint,
  send: (token: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  const mayBeAnyone = endpoint.mayCall === 'anyone';
  const session = mayBeAnyone ? undefined : await sessionForCall();
  if (!session && !mayBeAnyone) throw notSignedIn();
  try {
    return await send(session?.token);
  } catch (error) {
    const code = error instanceof ApiError ? error.problem.code : undefined;
    if (code === 'second_factor_setup_required') isSetUpRequired.set(true);
    const asks = code === 'second_factor_needed' || code === 'password_needed';
    if (asks && (await askForFactor())) return inSession(endpoint, send);
    const isRefused = error instanceof ApiError && error.problem.status === 401;
    const renewed = isRefused && session ? await renewSession(session) : undefined;
    if (!renewed) throw error;
    return send(renewed.token);
  }
}

function notSignedIn(): ApiError {
  return new ApiError({
    type: 'about:blank',
    title: translate('notSignedIn.title'),
    status: 401,
    detail: translate('notSignedIn.detail'),
    code: 'not_signed_in',
  });
}
