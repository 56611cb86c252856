import type { FastifyInstance } from 'fastify';
import { secondFactorEndpoints } from '@portage/contract/second-factor';
import { userEndpoints } from '@portage/contract/users';
import type { Deps } from '../deps.ts';
import { addRoute, JsonText } from '../http/endpoint-route.ts';
import { createAccount } from './create-account.ts';
import { changeUser } from './change-user.ts';
import { createServiceUser } from './create-service-user.ts';
import { revokeServiceUser } from './revoke-service-user.ts';
import { resendInvitation } from './resend-invitation.ts';
import { listPeople, resetSecondFactor } from './reset-second-factor.ts';
import { listServiceUsers } from './service-user-queries.ts';
import { endUserSession, endUserSessions, listUserSessions } from './user-sessions.ts';

/** Who else may sign in for the merchant: its people and its service users. */
export function userRoutes(app: FastifyInstance, deps: Deps): void {
  addRoute(app, userEndpoints.create, async ({ body, ...asker }) => {
    return new JsonText(await createAccount(deps, body, asker));
  });

  addRoute(app, userEndpoints.list, ({ session }) => listPeople(deps, session.merchantId));

  addRoute(app, userEndpoints.me, ({ session: { username, name, role } }) => ({
    username,
    name,
    role,
  }));

  addRoute(app, userEndpoints.change, ({ params, body, session, address }) =>
    changeUser(deps, params.username, body, { session, address }),
  );

  addRoute(app, userEndpoints.invite, async ({ params, session, address }) => {
    await resendInvitation(deps, params.username, { session, address });
    return null;
  });

  addRoute(app, userEndpoints.listSessions, ({ params, session }) =>
    listUserSessions(deps, params.username, session),
  );

  addRoute(app, userEndpoints.endSession, async ({ params, session, address }) => {
    await endUserSession(deps, params, { session, address });
    return null;
  });

  addRoute(app, userEndpoints.endSessions, async ({ params, session, address }) => {
    await endUserSessions(deps, params.username, { session, address });
    return null;
  });

  addRoute(app, secondFactorEndpoints.reset, async ({ params, session, address }) => {
    await resetSecondFactor(deps, params.username, { session, address });
    return null;
  });

  addRoute(app, userEndpoints.createService, ({ body, session, address }) =>
    createServiceUser(deps, body ?? {}, { session, address }),
  );

  addRoute(app, userEndpoints.listService, ({ session }) =>
    listServiceUsers(deps.db, session.merchantId),
  );

  addRoute(app, userEndpoints.revokeService, async ({ params, session, address }) => {
    await revokeServiceUser(deps, params.username, { session, address });
    return null;
  });
}
