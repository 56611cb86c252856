import type { FastifyInstance } from 'fastify';
import { passwordEndpoints } from '@portage/contract/users/passwords';
import { secondFactorEndpoints } from '@portage/contract/users/second-factor';
import {
  sessionEndpoints,
  type SessionTokens,
  type ListedSession,
  type RefreshRequest,
} from '@portage/contract/users/sessions';
import type { Deps } from '../deps.ts';
import { addRoute, JsonText } from '../http/endpoint-route.ts';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import { isApiError, ApiError } from '../api-error.ts';
<<<<<<< HEAD
import { mostUsedPasswords } from '../users/most-used-passwords.ts';
import type { CallerSession } from '../http/session.ts';
import {
  refuseAfterMisses,
  countTokenMiss,
  completeSecondFactor,
  completeNewPassword,
  signIn,
  requireStanding,
} from './sign-in.ts';
import { requestPasswordReset, confirmPasswordReset, changeOwnPassword } from './own-password.ts';
=======
import { mostUsedPasswords, refuseCommonPassword } from '../users/most-used-passwords.ts';
import { recordOpenedSession, requireStanding } from './record-opened-session.ts';
import type { Locale } from '@portage/contract/locale';
import { queueMail } from '../mail/queue-mail.ts';
import {
  tooManyAttempts,
  forgiveAccount,
  forgiveAttempts,
  giveAttemptBack,
  takeAttempt,
  countMiss,
  waitAfterMisses,
} from '../throttle/attempts.ts';
import { attemptOf, forgetDevices, rememberDevice } from '../sessions/known-devices.ts';
import { findFactorHolders } from '../second-factor/remove-factors.ts';
import { typedActor } from './typed-actor.ts';
import type { CallerSession } from '../http/session.ts';
import { insertJob } from '../jobs/job-queries.ts';

/** How long somebody waits for a code, in milliseconds; later it would only surprise them. */
const AWAITED_FOR = 15 * 60_000;

/**
 * Has a reset code sent. Whether the username is anybody's is looked up in the background, so that
 * nobody learns it from the answer or from the time it takes. Throws `too_many_attempts`.
 */
async function requestPasswordReset(
  deps: Pick<Deps, 'db' | 'clock'>,
  request: PasswordResetRequest,
  { address, locale }: { address: string; locale: Locale },
): Promise<void> {
  const { db, clock } = deps;
  const { username } = request;
  const attempt = await attemptOf(deps, { ...request, address });
  // A double click asks for one mail, and counts once.
  if (await takeAttempt(deps, 'reset-repeat', attempt)) return;
  const throttled = await takeAttempt(deps, 'reset-request', attempt);
  if (throttled) {
    await giveAttemptBack(deps, 'reset-repeat', attempt);
    throw tooManyAttempts(throttled.seconds);
  }

  await db.transaction().execute(async (trx) => {
    await recordSecurityEvent(trx, {
      at: clock.now(),
      action: 'password.reset_requested',
      actor: typedActor(username),
      address,
    });
    const usefulUntil = clock.now() + AWAITED_FOR;
    await insertJob(trx, 'request-password-reset', { username, locale, usefulUntil });
  });
}

/**
 * Throws `too_many_attempts` for an address from which too many refresh tokens and challenges came that
 * nobody has, before anybody looks whose the next one is.
 */
async function refuseAfterMisses(deps: Pick<Deps, 'db' | 'clock'>, address: string): Promise<void> {
  const wait = await waitAfterMisses(deps, 'session-token', address);
  if (wait !== undefined) throw tooManyAttempts(wait);
}

/** Counts that one which nobody has came from an address. Throws the same once it is one too many. */
async function countTokenMiss(deps: Pick<Deps, 'db' | 'clock'>, address: string): Promise<void> {
  const throttled = await countMiss(deps, 'session-token', address);
  if (!throttled) return;
  if (throttled.isFirst) {
    const at = deps.clock.now();
    const event = { at, action: 'session.throttled', actor: 'nobody', address } as const;
    await recordSecurityEvent(deps.db, event);
  }
  throw tooManyAttempts(throttled.seconds);
}
>>>>>>> 8ef9684 (Fold throttling, refusals and small modules into their importers)

/**
 * Trades a refresh token for a session and the next refresh token. Throws `refresh_refused`, and
 * `too_many_attempts` for an address from which too many came that are nobody's.
 */
async function refreshSession(
  deps: Pick<Deps, 'db' | 'clock' | 'identity'>,
  request: RefreshRequest,
  address: string,
): Promise<SessionTokens> {
  const { db, clock, identity } = deps;
  await refuseAfterMisses(deps, address);
  const tokens = await identity.refresh(request).catch(async (error: unknown) => {
    if (isApiError(error, 'refresh_refused')) await countTokenMiss(deps, address);
    throw error;
  });
  if (tokens !== 'replayed') {
    await requireStanding(deps, request.username, tokens.token);
    return tokens;
  }
  await recordSecurityEvent(db, {
    at: clock.now(),
    action: 'session.replayed',
    // Whoever holds the copy: the user or a thief. The session is the user's.
    actor: 'nobody',
    subject: request.username,
    address,
  });
  throw new ApiError('refresh_refused');
}

/** Lists the caller's open sessions, last used first. */
async function listOwnSessions(
  { identity }: Pick<Deps, 'identity'>,
  { sessionId, ...caller }: CallerSession,
): Promise<ListedSession[]> {
  const sessions = await identity.listSessions(caller);
  return sessions.map((session) => ({ ...session, isCurrent: session.id === sessionId }));
}

/** Ends a session of the caller. Throws `session_not_found`, also for another person's. */
async function endOwnSession(
  { db, clock, identity }: Pick<Deps, 'db' | 'clock' | 'identity'>,
  id: string,
  { session, address }: { session: CallerSession; address: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await identity.endSession(trx, session, id))) throw new ApiError('session_not_found');
    await recordSecurityEvent(trx, {
      at: clock.now(),
      action: 'session.ended',
      actor: session.username,
      subject: session.username,
      merchantId: session.merchantId,
      address,
    });
  });
}

/**
 * Ends the sign-in that a refresh token belongs to. A token that is unknown is no fault; an address that
 * sends too many of them is refused as `too_many_attempts`.
 */
async function signOut(
  deps: Pick<Deps, 'db' | 'clock' | 'identity'>,
  refreshToken: string,
  address: string,
): Promise<void> {
  const { db, clock, identity } = deps;
  await refuseAfterMisses(deps, address);
  const ended = await identity.signOut(refreshToken);
  if (!ended) await countTokenMiss(deps, address);
  if (ended?.username === undefined) return;
  await recordSecurityEvent(db, {
    at: clock.now(),
    action: 'session.signed_out',
    actor: ended.username,
    address,
  });
}

/** Sign-in, the passwords it takes, and the keys that verify sessions. */
export function sessionRoutes(app: FastifyInstance, deps: Deps): void {
  addRoute(app, sessionEndpoints.signIn, ({ body, ...caller }) => signIn(deps, body, caller));
  addRoute(app, secondFactorEndpoints.complete, ({ body, ...caller }) =>
    completeSecondFactor(deps, body, caller),
  );
  addRoute(app, sessionEndpoints.refresh, ({ body, address }) =>
    refreshSession(deps, body, address),
  );
  addRoute(app, sessionEndpoints.signOut, async ({ body, address }) => {
    await signOut(deps, body.refreshToken, address);
    return null;
  });
  addRoute(app, sessionEndpoints.list, ({ session }) => listOwnSessions(deps, session));
  addRoute(app, sessionEndpoints.end, async ({ params, session, address }) => {
    await endOwnSession(deps, params.id, { session, address });
    return null;
  });
  addRoute(app, sessionEndpoints.keys, () => deps.identity.publicKeys());

  addRoute(app, passwordEndpoints.complete, ({ body, ...caller }) =>
    completeNewPassword(deps, body, caller),
  );
  const mostUsed = JSON.stringify(mostUsedPasswords);
  addRoute(app, passwordEndpoints.mostUsed, () => new JsonText(mostUsed));
  addRoute(app, passwordEndpoints.change, ({ body, ...asker }) =>
    changeOwnPassword(deps, body, asker),
  );
  addRoute(app, passwordEndpoints.requestReset, async ({ body, address, locale }) => {
    await requestPasswordReset(deps, body, { address, locale });
    return null;
  });
  addRoute(app, passwordEndpoints.confirmReset, async ({ body, address, locale }) => {
    await confirmPasswordReset(deps, body, { address, locale });
    return null;
  });
}
