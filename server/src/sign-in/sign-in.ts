import { decodeJwt } from 'jose';
import type { ErrorCode } from '@portage/contract/errors';
import { isEmail } from '@portage/contract/text';
import type { NewPasswordAnswer } from '@portage/contract/users/passwords';
import type { SecondFactorAnswer } from '@portage/contract/users/second-factor';
import {
  type SessionTokens,
  type Credentials,
  type SignInAnswer,
  SessionClaims,
  sessionKind,
} from '@portage/contract/users/sessions';
import { foldUsername } from '@portage/contract/users/username';
import { isApiError, ApiError } from '../api-error.ts';
import { recordSecurityEvent, type SecurityEvent } from '../audit/record-security-event.ts';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { attemptOf, rememberDevice } from '../sessions/known-devices.ts';
import {
  countMiss,
  limitGuesses,
  refuseAfterMisses,
  tooManyAttempts,
} from '../throttle/attempts.ts';
import { findMembership, isExpired, recordSignIn } from '../users/membership.ts';
import { refuseCommonPassword } from '../users/passwords.ts';
import { isServiceUsername } from '../users/service-users.ts';

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'identity'>;

/** Does not verify: the token is fresh. */
async function readFresh(db: Executor, username: string, token: string) {
  const claims = SessionClaims.parse(decodeJwt(token));
  const { name = username, 'custom:merchant_id': merchantId } = claims;
  const kind = sessionKind(claims);
  const membership = await findMembership(db, { kind, merchantId, username });
  return { name, merchantId, kind, membership };
}

/** Ends the session and throws `account_disabled`, or `sign_in_failed` for an expired user. */
async function recordOpenedSession(
  deps: NeededDeps,
  tokens: SessionTokens,
  person: Pick<Credentials, 'username' | 'device'>,
  event: Pick<SecurityEvent, 'action' | 'address'>,
): Promise<SessionTokens> {
  const { db, clock, identity } = deps;
  await rememberDevice(deps, person);
  const now = clock.now();
  const username = foldUsername(person.username);
  const { name, merchantId, kind, membership } = await readFresh(db, username, tokens.token);
  if (membership && !membership.isInForce && (kind === 'user' || membership.isMerchantDisabled)) {
    await identity.signOut(tokens.refreshToken);
    throw new ApiError('account_disabled');
  }
  if (membership && isExpired(membership, now)) {
    await identity.signOut(tokens.refreshToken);
    throw new ApiError('sign_in_failed');
  }
  if (kind === 'user') await recordSignIn(db, merchantId, { username, name }, now);
  await recordSecurityEvent(db, { ...event, at: now, actor: person.username, merchantId });
  return tokens;
}

/** Throws `refresh_refused` for a disabled user or merchant. */
export async function requireStanding(
  { db }: Pick<Deps, 'db'>,
  username: string,
  token: string,
): Promise<void> {
  const { membership } = await readFresh(db, username, token);
  if (membership?.isInForce === false) throw new ApiError('refresh_refused');
}

/** The typed text if it looks like a username, else `nobody`: users also type passwords there. */
export function auditActor(username: string): string {
  return isEmail(username) || isServiceUsername(username) ? username : 'nobody';
}

/** Throws `sign_in_failed`, `too_many_attempts`, `busy`, alike for unknown users. */
export async function signIn(
  deps: Pick<Deps, 'db' | 'clock' | 'identity'>,
  credentials: Credentials,
  { address, userAgent }: { address: string; userAgent?: string | undefined },
): Promise<SignInAnswer> {
  const { db, clock, identity } = deps;
  const { username } = credentials;
  const attempt = await attemptOf(deps, { ...credentials, address });
  const record = (action: 'sign_in.throttled' | 'sign_in.failed') =>
    recordSecurityEvent(db, { at: clock.now(), action, actor: auditActor(username), address });
  const answer = await limitGuesses(deps, 'sign-in', attempt, {
    run: () => identity.signIn(credentials, userAgent),
    wrong: ['sign_in_failed'],
    onWrong: () => record('sign_in.failed'),
    onThrottled: () => record('sign_in.throttled'),
  });
  // Recorded once the second factor is shown.
  if ('challengeName' in answer && answer.challengeName === 'SECOND_FACTOR_REQUIRED') return answer;
  const action = 'sign_in.succeeded';
  if ('token' in answer) return recordOpenedSession(deps, answer, credentials, { action, address });
  await recordSecurityEvent(db, { at: clock.now(), action, actor: username, address });
  return answer;
}

/** Throws `too_many_attempts` beyond the limit. */
export async function countTokenMiss(
  deps: Pick<Deps, 'db' | 'clock'>,
  address: string,
): Promise<void> {
  const throttled = await countMiss(deps, 'session-token', address);
  if (!throttled) return;
  if (throttled.isFirst) {
    const at = deps.clock.now();
    const event = { at, action: 'session.throttled', actor: 'nobody', address } as const;
    await recordSecurityEvent(deps.db, event);
  }
  throw tooManyAttempts(throttled.seconds);
}

/** Counts errors with the code `miss` by address. Throws as `run`, and `too_many_attempts`. */
export async function limitTokenMisses<Result>(
  deps: Pick<Deps, 'db' | 'clock'>,
  address: string,
  miss: ErrorCode,
  run: () => Promise<Result>,
): Promise<Result> {
  await refuseAfterMisses(deps, 'session-token', address);
  return run().catch(async (error: unknown) => {
    if (isApiError(error, miss)) await countTokenMiss(deps, address);
    throw error;
  });
}

/**
 * Throws `second_factor_wrong`, `second_factor_expired`, `account_disabled`, `too_many_attempts`.
 */
export async function completeSecondFactor(
  deps: Pick<Deps, 'db' | 'clock' | 'identity'>,
  answer: SecondFactorAnswer,
  caller: { address: string; userAgent?: string | undefined },
): Promise<SessionTokens> {
  const { address } = caller;
  const tokens = await limitTokenMisses(deps, address, 'second_factor_expired', () =>
    deps.identity.completeSecondFactor(answer, caller),
  );
  return recordOpenedSession(deps, tokens, answer, { action: 'sign_in.succeeded', address });
}

/** Throws `challenge_expired`, `busy`, and `too_many_attempts` for unknown challenges. */
export async function completeNewPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'identity'>,
  answer: NewPasswordAnswer,
  { address, userAgent }: { address: string; userAgent?: string | undefined },
): Promise<SessionTokens> {
  const tokens = await limitTokenMisses(deps, address, 'challenge_expired', async () => {
    refuseCommonPassword(answer.newPassword);
    return deps.identity.completeNewPassword(answer, userAgent);
  });
  return recordOpenedSession(deps, tokens, answer, { action: 'password.changed', address });
}
