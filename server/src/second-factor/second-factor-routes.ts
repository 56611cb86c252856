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
import { updateFactorChecked } from './factor-queries.ts';
import { challengeFactor, proveFactor } from './prove-factor.ts';
import { readSecondFactorState, requireSecondFactor } from './second-factor-state.ts';

/** One's own second factors, and whether the merchant requires one. */
export function secondFactorRoutes(app: FastifyInstance, deps: Deps): void {
  addRoute(app, secondFactorEndpoints.get, ({ session }) => readSecondFactorState(deps, session));
  addRoute(app, secondFactorEndpoints.require, ({ body, ...caller }) =>
    requireSecondFactor(deps, body.isRequired, caller),
  );

  addRoute(app, secondFactorEndpoints.startCheck, async ({ session }) => {
    return (await challengeFactor(deps, session.userId)) ?? { methods: [] };
  });
  addRoute(app, secondFactorEndpoints.check, async ({ body, session, address }) => {
    await proveFactor(deps, session, body, address);
    const { sessionId } = session;
    if (sessionId !== undefined) await updateFactorChecked(deps.db, sessionId, deps.clock.now());
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
