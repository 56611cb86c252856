import type { FastifyInstance } from 'fastify';
import type { PasskeyRequestOptions } from '@portage/contract/users/passkeys';
import {
  secondFactorEndpoints,
  type SessionProof,
  type SessionProofMethod,
} from '@portage/contract/users/second-factor';
import { ApiError } from '../api-error.ts';
import { recordActionOf } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import type { Asker, Session } from '../http/session.ts';
import { limitPasswordTries } from '../throttle/limit-password-tries.ts';
import {
  addApp,
  addPasskey,
  beginApp,
  beginPasskey,
  newRecoveryCodes,
  removeApp,
  removePasskey,
  readSecondFactorState,
  requireSecondFactor,
} from './change-factors.ts';
import { challengeFactor, type FactorDeps, inSession, proveFactor } from './prove-factor.ts';
import { updateFactorChecked } from './second-factor-queries.ts';

interface ConfirmationChallenge {
  methods: SessionProofMethod[];
  passkeyOptions?: PasskeyRequestOptions;
}

/** A second factor or, without one, the password. */
async function beginConfirmation(
  deps: FactorDeps & Pick<Deps, 'identity'>,
  { userId }: Session,
): Promise<ConfirmationChallenge> {
  const challenge = await challengeFactor(deps, userId);
  return challenge ?? { methods: deps.identity.offersSecondFactor ? ['password'] : [] };
}

/** Throws `second_factor_wrong`, `current_password_wrong`, `too_many_attempts` and `busy`. */
async function confirmSession(
  deps: FactorDeps & Pick<Deps, 'identity'>,
  proof: SessionProof,
  asker: Asker,
): Promise<void> {
  if (proof.method === 'password') {
    await confirmByPassword(deps, proof.password, asker);
    return;
  }
  const { session, address } = asker;
  await proveFactor(deps, session, proof, inSession(session, address));
  const { sessionId } = session;
  if (sessionId !== undefined) await updateFactorChecked(deps.db, sessionId, deps.clock.now());
}

/** Shares its count of attempts with changes of the password. */
async function confirmByPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'identity'>,
  password: string,
  asker: Asker,
): Promise<void> {
  const run = async () => {
    const isRight = await deps.identity.confirmPassword(asker.session, password);
    if (!isRight) throw new ApiError('current_password_wrong');
  };
  const failure = 'session.confirmation_failed';
  await limitPasswordTries(deps, asker, { run, failure });
  await recordActionOf(asker, deps.db, deps.clock, { action: 'session.confirmed' });
}

export function secondFactorRoutes(app: FastifyInstance, deps: Deps): void {
  addRoute(app, secondFactorEndpoints.get, ({ session }) => readSecondFactorState(deps, session));
  addRoute(app, secondFactorEndpoints.require, ({ body, ...caller }) =>
    requireSecondFactor(deps, body.isRequired, caller),
  );

  addRoute(app, secondFactorEndpoints.startCheck, ({ session }) =>
    beginConfirmation(deps, session),
  );
  addRoute(app, secondFactorEndpoints.check, ({ body, ...caller }) =>
    confirmSession(deps, body, caller),
  );

  addRoute(app, secondFactorEndpoints.startApp, (caller) => beginApp(deps, caller));
  addRoute(app, secondFactorEndpoints.addApp, ({ body, ...caller }) =>
    addApp(deps, body.code, caller),
  );
  addRoute(app, secondFactorEndpoints.removeApp, (caller) => removeApp(deps, caller));

  addRoute(app, secondFactorEndpoints.startPasskey, (caller) => beginPasskey(deps, caller));
  addRoute(app, secondFactorEndpoints.addPasskey, ({ body, ...caller }) =>
    addPasskey(deps, body, caller),
  );
  addRoute(app, secondFactorEndpoints.removePasskey, ({ params, ...caller }) =>
    removePasskey(deps, params.id, caller),
  );

  addRoute(app, secondFactorEndpoints.replaceRecoveryCodes, (caller) =>
    newRecoveryCodes(deps, caller),
  );
}
