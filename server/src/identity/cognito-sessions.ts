import {
  GetTokensFromRefreshTokenCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  RevokeTokenCommand,
  type InitiateAuthResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import type { NewPasswordAnswer } from '@portage/contract/passwords';
import type { Credentials } from '@portage/contract/sessions';
import { ApiError } from '../api-error.ts';
import type { Pool } from './cognito-client.ts';
import { askPool, tolerate } from './cognito-faults.ts';
import {
  isPoolChallenge,
  isPoolPassword,
  isPoolRefreshToken,
  isPoolUsername,
} from './cognito-limits.ts';
import {
  challengeMeanings,
  NO_SESSION,
  refreshMeanings,
  signInMeanings,
  TRADED_BEFORE,
} from './cognito-meanings.ts';

/** What the pool answers to a proof of who somebody is: tokens, or what it wants to know besides. */
export type PoolAnswer = Pick<
  InitiateAuthResponse,
  'AuthenticationResult' | 'ChallengeName' | 'ChallengeParameters' | 'Session'
>;

/** Checks a password. Raises `sign_in_failed`. */
export async function startPoolSession(
  { client, clientId, log }: Pool,
  { username, password }: Credentials,
): Promise<PoolAnswer> {
  if (!isPoolUsername(username) || !isPoolPassword(password)) throw new ApiError('sign_in_failed');
  const signIn = new InitiateAuthCommand({
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: clientId,
    AuthParameters: { USERNAME: username, PASSWORD: password },
  });
  return askPool(log, client.send(signIn), signInMeanings);
}

/** Answers a new-password challenge. Raises `challenge_expired`. */
export async function answerPoolChallenge(
  { client, clientId, log }: Pool,
  { username, newPassword, session }: NewPasswordAnswer,
): Promise<PoolAnswer> {
  if (!isPoolUsername(username) || !isPoolChallenge(session)) {
    throw new ApiError('challenge_expired');
  }
  const answer = new RespondToAuthChallengeCommand({
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    ClientId: clientId,
    Session: session,
    ChallengeResponses: { USERNAME: username, NEW_PASSWORD: newPassword },
  });
  return askPool(log, client.send(answer), challengeMeanings);
}

/**
 * Trades a refresh token. The app client decides how that is asked for: one whose refresh tokens rotate
 * takes no `REFRESH_TOKEN_AUTH`, and says when a token was traded before. Raises `refresh_refused`.
 */
export async function refreshPoolSession(
  { client, clientId, log }: Pool,
  refreshToken: string,
  rotates: boolean,
): Promise<PoolAnswer | 'replayed'> {
  if (!isPoolRefreshToken(refreshToken)) throw new ApiError('refresh_refused');
  const trade = new GetTokensFromRefreshTokenCommand({
    ClientId: clientId,
    RefreshToken: refreshToken,
  });
  const reuse = new InitiateAuthCommand({
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    ClientId: clientId,
    AuthParameters: { REFRESH_TOKEN: refreshToken },
  });
  const refresh: Promise<PoolAnswer> = rotates ? client.send(trade) : client.send(reuse);
  return (await askPool(log, tolerate(refresh, TRADED_BEFORE), refreshMeanings)) ?? 'replayed';
}

/** Revokes a refresh token. False for one that is not in force, which is no fault. */
export async function endPoolSession(
  { client, clientId, log }: Pool,
  refreshToken: string,
): Promise<boolean> {
  if (!isPoolRefreshToken(refreshToken)) return false;
  const revocation = new RevokeTokenCommand({ ClientId: clientId, Token: refreshToken });
  return (await askPool(log, tolerate(client.send(revocation), NO_SESSION))) !== undefined;
}
