import {
  type Credentials,
  sessionEndpoints,
  sessionKind,
  type SignInAnswer,
} from '@portage/contract/sessions';
import { i18n } from '../i18n/i18n.ts';
import { callApi } from '../lib/api.ts';
import { claimsOf } from '../lib/session.ts';
import { endOnServer } from '../lib/sign-out.ts';
import { deviceToken } from './device-token.ts';

/**
 * Signs a person in. API credentials are good for the API alone: their session is ended again and
 * the call rejects, with a message fit to be shown, as it does with `ApiError` when the server refuses.
 */
export async function signIn(credentials: Credentials): Promise<SignInAnswer> {
  const answer = await callApi(sessionEndpoints.signIn, {
    body: { ...credentials, device: deviceToken() },
  });
  const claims = 'token' in answer ? claimsOf(answer.token) : undefined;
  if (!('token' in answer) || !claims || sessionKind(claims) === 'user') return answer;
  void endOnServer(answer.refreshToken);
  throw new Error(i18n.t('signIn:serviceUser'));
}
