import type { FastifyInstance } from 'fastify';
import { passwordEndpoints } from '@portage/contract/passwords';
import { secondFactorEndpoints } from '@portage/contract/second-factor';
import { sessionEndpoints } from '@portage/contract/sessions';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import { changeOwnPassword } from './change-own-password.ts';
import { completeNewPassword } from './complete-new-password.ts';
import { completeSecondFactor } from './complete-second-factor.ts';
import { confirmPasswordReset } from './confirm-password-reset.ts';
import { endOwnSession, listOwnSessions } from './own-sessions.ts';
import { refreshSession } from './refresh-session.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { signIn } from './sign-in.ts';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import { countTokenMiss, refuseAfterMisses } from './limit-token-misses.ts';

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
