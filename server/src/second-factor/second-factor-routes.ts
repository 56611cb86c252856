import type { FastifyInstance } from 'fastify';
import { secondFactorEndpoints } from '@portage/contract/second-factor';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import {
  addApp,
  addPasskey,
  beginApp,
  beginPasskey,
  newRecoveryCodes,
  removeApp,
  removePasskey,
} from './change-factors.ts';
import { beginConfirmation, confirmSession } from './confirm-session.ts';
import { readSecondFactorState, requireSecondFactor } from './second-factor-state.ts';

/** One's own second factors, and whether the merchant requires one. */
export function secondFactorRoutes(app: FastifyInstance, deps: Deps): void {
  addRoute(app, secondFactorEndpoints.get, ({ session }) => readSecondFactorState(deps, session));
  addRoute(app, secondFactorEndpoints.require, ({ body, ...caller }) =>
    requireSecondFactor(deps, body.isRequired, caller),
  );

  addRoute(app, secondFactorEndpoints.startCheck, ({ session }) =>
    beginConfirmation(deps, session),
  );
  addRoute(app, secondFactorEndpoints.check, async ({ body, ...caller }) => {
    await confirmSession(deps, body, caller);
    return null;
  });

  addRoute(app, secondFactorEndpoints.startApp, (caller) => beginApp(deps, caller));
  addRoute(app, secondFactorEndpoints.addApp, ({ body, ...caller }) =>
    addApp(deps, body.code, caller),
  );
  addRoute(app, secondFactorEndpoints.removeApp, async (caller) => {
    await removeApp(deps, caller);
    return null;
  });

  addRoute(app, secondFactorEndpoints.startPasskey, (caller) => beginPasskey(deps, caller));
  addRoute(app, secondFactorEndpoints.addPasskey, ({ body, ...caller }) =>
    addPasskey(deps, body, caller),
  );
  addRoute(app, secondFactorEndpoints.removePasskey, async ({ params, ...caller }) => {
    await removePasskey(deps, params.id, caller);
    return null;
  });

  addRoute(app, secondFactorEndpoints.replaceRecoveryCodes, (caller) =>
    newRecoveryCodes(deps, caller),
  );
}
