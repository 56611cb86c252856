import type { Endpoint } from '@portage/contract/endpoint';
import { type EpochMillis, HOUR, MINUTE } from '@portage/contract/time';
import { ApiError } from '../api-error.ts';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import { pipelinedReads } from '../db/pipelined-transaction.ts';
import type { Deps } from '../deps.ts';
import { type Authenticators, bearerToken, type Credentials } from '../http/authentication.ts';
import type { RejectedCall } from '../http/report-rejected-calls.ts';
import type { Session, VerifiedSession } from '../http/session.ts';
import type { SignInState } from '../sessions/identity.ts';
import { gather } from '../threads/gather.ts';
import { findMembership, isServiceUserInForce } from '../users/membership.ts';
import { verifiedTokens } from './verified-tokens.ts';

/** Milliseconds after the password check in which users and credentials may change. */
const RECENT = 12 * HOUR;

/** Milliseconds after a factor, or without one the password, in which factors may change. */
const JUST_SHOWN = 15 * MINUTE;

/** Throws what the caller must do first: `second_factor_needed`, `password_needed`, …. */
function requireRecency(
  { passwordCheckedAt, factorCheckedAt, hasFactor, awaitsFactor }: SignInState,
  { needsRecentSignIn, needsPassword, needsRecentFactor, isForSetUp }: Endpoint,
  { now, offersSecondFactor }: { now: EpochMillis; offersSecondFactor: boolean },
): void {
  if (awaitsFactor && !isForSetUp) {
    throw new ApiError(hasFactor ? 'second_factor_needed' : 'second_factor_setup_required');
  }
  if (hasFactor && (needsRecentSignIn || needsRecentFactor)) {
    if (now - (factorCheckedAt ?? 0) > JUST_SHOWN) throw new ApiError('second_factor_needed');
    return;
  }
  if (!needsRecentSignIn) return;
  const shownFor = needsPassword && offersSecondFactor ? JUST_SHOWN : RECENT;
  if (now - passwordCheckedAt > shownFor) {
    throw new ApiError(offersSecondFactor ? 'password_needed' : 'sign_in_again');
  }
}

/**
 * Refuses ended sessions and disabled users at once. Throws `not_signed_in`, `invalid_token`,
 * `forbidden`, `owner_only` and as `requireRecency`.
 */
export function sessionAuthenticators(
  deps: Pick<Deps, 'db' | 'clock' | 'identity'>,
): Required<Pick<Authenticators, 'userOrService' | 'user' | 'owner'>> {
  const verify = verifiedTokens(deps);
  // Concurrent calls of a session share a round trip.
  const lookUp = gather(async (sessions: readonly VerifiedSession[]) => {
    const [session] = sessions;
    const value =
      session &&
      (await pipelinedReads(deps.db, async (reads) => {
        const [membership, state] = await Promise.all([
          findMembership(reads, session),
          deps.identity.findSignInState(reads, session),
        ]);
        return { membership, state };
      }));
    return sessions.map(() => ({ status: 'fulfilled', value }));
  });

  async function userOrService(credentials: Credentials): Promise<Session> {
    const token = bearerToken(credentials.headers.authorization);
    if (token === undefined) throw new ApiError('not_signed_in');
    const session = await verify(token);
    const { kind, merchantId, username, sessionId } = session;
    const found = await lookUp(`${kind}/${merchantId}/${username}/${sessionId}`, session);
    if (!found?.state || !found.membership?.isInForce) throw new ApiError('invalid_token');
    requireRecency(found.state, credentials.endpoint, {
      now: deps.clock.now(),
      offersSecondFactor: deps.identity.offersSecondFactor,
    });
    const { membership } = found;
    if (kind === 'service' && !(await isServiceUserInForce(deps, session, membership))) {
      throw new ApiError('invalid_token');
    }
    return { ...session, role: membership.role };
  }
  async function user(credentials: Credentials): Promise<Session> {
    const session = await userOrService(credentials);
    if (session.kind !== 'user') throw new ApiError('forbidden');
    return session;
  }
  return {
    userOrService,
    user,
    async owner(credentials) {
      const session = await user(credentials);
      if (session.role !== 'owner') throw new ApiError('owner_only');
      return session;
    },
  };
}

/** Names the caller if the credentials are valid. */
export async function recordRejectedCall(
  { db, clock, identity }: Pick<Deps, 'db' | 'clock' | 'identity'>,
  { action, subject, address, authorization, isKnownCaller }: RejectedCall,
): Promise<void> {
  const token = isKnownCaller ? bearerToken(authorization) : undefined;
  const caller = token === undefined ? undefined : await identity.verify(token);
  await recordSecurityEvent(db, {
    at: clock.now(),
    action,
    actor: caller?.username ?? 'nobody',
    ...(caller && { merchantId: caller.merchantId }),
    subject,
    address,
  });
}
