import { decodeJwt } from 'jose';
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
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { attemptOf, rememberDevice } from '../sessions/known-devices.ts';
import {
  tooManyAttempts,
  forgiveAttempts,
  giveAttemptBack,
  takeAttempt,
  countMiss,
  waitAfterMisses,
} from '../throttle/attempts.ts';
import { findMembership, isExpired, recordSignIn } from '../users/membership.ts';
import { refuseCommonPassword } from '../users/passwords.ts';
import { isServiceUsername } from '../users/service-users.ts';

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'identity'>;

/** Does not verify: the token is fresh. */
const claimsOf = (token: string) => SessionClaims.parse(decodeJwt(token));

/** Ends it and throws `account_disabled`, or `sign_in_failed` for an expired service user. */
async function recordOpenedSession(
  { db, clock, identity }: NeededDeps,
  typed: string,
  { token, refreshToken }: SessionTokens,
): Promise<string> {
  const claims = claimsOf(token);
  const username = foldUsername(typed);
  const merchantId = claims['custom:merchant_id'];
  const kind = sessionKind(claims);
  const membership = await findMembership(db, { kind, merchantId, username });
  if (membership && !membership.isInForce && (kind === 'user' || membership.isMerchantDisabled)) {
    await identity.signOut(refreshToken);
    throw new ApiError('account_disabled');
  }
  if (membership && isExpired(membership, clock.now())) {
    await identity.signOut(refreshToken);
    throw new ApiError('sign_in_failed');
  }
  if (kind === 'user') {
    await recordSignIn(db, merchantId, { username, name: claims.name ?? username }, clock.now());
  }
  return merchantId;
}

/** Throws `refresh_refused` for a disabled user or merchant. */
export async function requireStanding(
  { db }: Pick<Deps, 'db'>,
  username: string,
  token: string,
): Promise<void> {
  const claims = claimsOf(token);
  const merchantId = claims['custom:merchant_id'];
  const membership = await findMembership(db, { kind: sessionKind(claims), merchantId, username });
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
  const failure = { actor: auditActor(username), address };

  const throttled = await takeAttempt(deps, 'sign-in', attempt);
  if (throttled?.isFirst) {
    await recordSecurityEvent(db, { ...failure, at: clock.now(), action: 'sign_in.throttled' });
  }
  if (throttled) throw tooManyAttempts(throttled.seconds);

  const answer = await identity.signIn(credentials, userAgent).catch(async (error: unknown) => {
    if (isApiError(error, 'sign_in_failed')) {
      await recordSecurityEvent(db, { ...failure, at: clock.now(), action: 'sign_in.failed' });
    } else {
      await giveAttemptBack(deps, 'sign-in', attempt);
    }
    throw error;
  });

  await forgiveAttempts(deps, 'sign-in', attempt);
  // Recorded once the second factor is shown.
  if ('challengeName' in answer && answer.challengeName === 'SECOND_FACTOR_REQUIRED') return answer;
  if ('token' in answer) await rememberDevice(deps, credentials);
  await recordSecurityEvent(db, {
    at: clock.now(),
    action: 'sign_in.succeeded',
    actor: username,
    address,
    ...('token' in answer && { merchantId: await recordOpenedSession(deps, username, answer) }),
  });
  return answer;
}

/** Throws `too_many_attempts` after too many unknown tokens and challenges from an address. */
export async function refuseAfterMisses(
  deps: Pick<Deps, 'db' | 'clock'>,
  address: string,
): Promise<void> {
  const wait = await waitAfterMisses(deps, 'session-token', address);
  if (wait !== undefined) throw tooManyAttempts(wait);
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

/**
 * Throws `second_factor_wrong`, `second_factor_expired`, `account_disabled`, `too_many_attempts`.
 */
export async function completeSecondFactor(
  deps: Pick<Deps, 'db' | 'clock' | 'identity'>,
  answer: SecondFactorAnswer,
  caller: { address: string; userAgent?: string | undefined },
): Promise<SessionTokens> {
  const { db, clock, identity } = deps;
  const { address } = caller;
  await refuseAfterMisses(deps, address);
  const tokens = await identity
    .completeSecondFactor(answer, caller)
    .catch(async (error: unknown) => {
      if (isApiError(error, 'second_factor_expired')) await countTokenMiss(deps, address);
      throw error;
    });
  await rememberDevice(deps, answer);
  await recordSecurityEvent(db, {
    at: clock.now(),
    action: 'sign_in.succeeded',
    actor: answer.username,
    merchantId: await recordOpenedSession(deps, answer.username, tokens),
    address,
  });
  return tokens;
}

/** Throws `challenge_expired`, `busy`, and `too_many_attempts` for unknown challenges. */
export async function completeNewPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'identity'>,
  answer: NewPasswordAnswer,
  { address, userAgent }: { address: string; userAgent?: string | undefined },
): Promise<SessionTokens> {
  const { db, clock, identity } = deps;
  await refuseAfterMisses(deps, address);
  refuseCommonPassword(answer.newPassword);
  const tokens = await identity
    .completeNewPassword(answer, userAgent)
    .catch(async (error: unknown) => {
      if (isApiError(error, 'challenge_expired')) await countTokenMiss(deps, address);
      throw error;
    });
  await rememberDevice(deps, answer);
  await recordSecurityEvent(db, {
    at: clock.now(),
    action: 'password.changed',
    actor: answer.username,
    merchantId: await recordOpenedSession(deps, answer.username, tokens),
    address,
  });
  return tokens;
}
