import type { FastifyInstance } from 'fastify';
import { passwordEndpoints } from '@portage/contract/users/passwords';
import { secondFactorEndpoints } from '@portage/contract/users/second-factor';
import {
  sessionEndpoints,
  type SessionTokens,
  type ListedSession,
  type RefreshRequest,
} from '@portage/contract/users/sessions';
import { ApiError } from '../api-error.ts';
import { recordActionOf, recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { addRoute, JsonText } from '../http/endpoint-route.ts';
import type { Asker, Session } from '../http/session.ts';
import { refuseAfterMisses } from '../throttle/attempts.ts';
import { mostUsedPasswords } from '../users/passwords.ts';
import { requestPasswordReset, confirmPasswordReset, changeOwnPassword } from './own-password.ts';
import {
  countTokenMiss,
  limitTokenMisses,
  completeSecondFactor,
  completeNewPassword,
  signIn,
  requireStanding,
} from './sign-in.ts';

/** Throws `refresh_refused`, and `too_many_attempts` after unknown tokens. */
async function refreshSession(
  deps: Pick<Deps, 'db' | 'clock' | 'identity'>,
  request: RefreshRequest,
  address: string,
): Promise<SessionTokens> {
  const { db, clock, identity } = deps;
  const tokens = await limitTokenMisses(deps, address, 'refresh_refused', () =>
    identity.refresh(request),
  );
  if (tokens !== 'replayed') {
    await requireStanding(deps, request.username, tokens.token);
    return tokens;
  }
  await recordSecurityEvent(db, {
    at: clock.now(),
    action: 'session.replayed',
    // A thief may have used the copy.
    actor: 'nobody',
    subject: request.username,
    address,
  });
  throw new ApiError('refresh_refused');
}

/** Last used first. */
async function listOwnSessions(
  { identity }: Pick<Deps, 'identity'>,
  { sessionId, ...caller }: Session,
): Promise<ListedSession[]> {
  const sessions = await identity.listSessions(caller);
  return sessions.map((session) => ({ ...session, isCurrent: session.id === sessionId }));
}

/** Throws `session_not_found`, also for another person's. */
async function endOwnSession(
  { db, clock, identity }: Pick<Deps, 'db' | 'clock' | 'identity'>,
  id: string,
  asker: Asker,
): Promise<void> {
  const { session } = asker;
  await db.transaction().execute(async (trx) => {
    if (!(await identity.endSession(trx, session, id))) throw new ApiError('session_not_found');
    const { username: subject } = session;
    await recordActionOf(asker, trx, clock, { action: 'session.ended', subject });
  });
}

/** Ignores an unknown token. Throws `too_many_attempts` for an address that sends too many. */
async function signOut(
  deps: Pick<Deps, 'db' | 'clock' | 'identity'>,
  refreshToken: string,
  address: string,
): Promise<void> {
  const { db, clock, identity } = deps;
  await refuseAfterMisses(deps, 'session-token', address);
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

export function sessionRoutes(app: FastifyInstance, deps: Deps): void {
  addRoute(app, sessionEndpoints.signIn, ({ body, ...caller }) => signIn(deps, body, caller));
  addRoute(app, secondFactorEndpoints.complete, ({ body, ...caller }) =>
    completeSecondFactor(deps, body, caller),
  );
  addRoute(app, sessionEndpoints.refresh, ({ body, address }) =>
    refreshSession(deps, body, address),
  );
  addRoute(app, sessionEndpoints.signOut, ({ body, address }) =>
    signOut(deps, body.refreshToken, address),
  );
  addRoute(app, sessionEndpoints.list, ({ session }) => listOwnSessions(deps, session));
  addRoute(app, sessionEndpoints.end, ({ params, session, address }) =>
    endOwnSession(deps, params.id, { session, address }),
  );
  addRoute(app, sessionEndpoints.keys, () => deps.identity.publicKeys());

  addRoute(app, passwordEndpoints.complete, ({ body, ...caller }) =>
    completeNewPassword(deps, body, caller),
  );
  const mostUsed = JSON.stringify(mostUsedPasswords);
  addRoute(app, passwordEndpoints.mostUsed, () => new JsonText(mostUsed));
  addRoute(app, passwordEndpoints.change, ({ body, ...asker }) =>
    changeOwnPassword(deps, body, asker),
  );
  addRoute(app, passwordEndpoints.requestReset, ({ body, address, locale }) =>
    requestPasswordReset(deps, body, { address, locale }),
  );
  addRoute(app, passwordEndpoints.confirmReset, ({ body, address, locale }) =>
    confirmPasswordReset(deps, body, { address, locale }),
  );
}
