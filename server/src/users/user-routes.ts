import type { FastifyInstance } from 'fastify';
import { secondFactorEndpoints } from '@portage/contract/users/second-factor';
import { userEndpoints, type MerchantUser, type UserChanges } from '@portage/contract/users/users';
import { ApiError } from '../api-error.ts';
import { recordActionOf } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { addRoute, JsonText } from '../http/endpoint-route.ts';
import type { Asker } from '../http/session.ts';
import { createAccount, inviteAgain, limitUserCreation } from './invite-user.ts';
import { lockMerchantUsers, updateMerchantUser } from './merchant-user-queries.ts';
import {
  listPeople,
  resetSecondFactor,
  endUserSession,
  endUserSessions,
  listUserSessions,
} from './people.ts';
import { listServiceUsers } from './service-user-queries.ts';
import { createServiceUser, revokeServiceUser } from './service-users.ts';

const isActiveOwner = ({ role, disabledAt }: MerchantUser) =>
  role === 'owner' && disabledAt === undefined;

function changed(user: MerchantUser, changes: UserChanges, now: number): MerchantUser {
  const { disabledAt: before, ...rest } = user;
  const isDisabled = changes.isDisabled ?? before !== undefined;
  return {
    ...rest,
    role: changes.role ?? user.role,
    ...(isDisabled && { disabledAt: before ?? now }),
  };
}

/** Throws `user_not_found`, and `last_owner` when no enabled owner would remain. */
async function changeUser(
  { db, clock, identity }: Pick<Deps, 'db' | 'clock' | 'identity'>,
  username: string,
  changes: UserChanges,
  asker: Asker,
): Promise<MerchantUser> {
  const { merchantId } = asker.session;
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const users = await lockMerchantUsers(trx, merchantId);
    const user = users.get(username);
    if (!user) throw new ApiError('user_not_found', { username });
    const next = changed(user, changes, now);
    users.set(username, next);
    if (isActiveOwner(user) && ![...users.values()].some(isActiveOwner)) {
      throw new ApiError('last_owner');
    }
    const record = (action: 'user.role_changed' | 'user.enabled' | 'user.disabled') =>
      recordActionOf(asker, trx, clock, { action, subject: username });
    if (next.role !== user.role) await record('user.role_changed');
    const isEnabled = next.disabledAt === undefined;
    const isSwitched = isEnabled !== (user.disabledAt === undefined);
    if (isSwitched) await record(isEnabled ? 'user.enabled' : 'user.disabled');
    await updateMerchantUser(trx, merchantId, username, {
      role: next.role,
      disabledAt: next.disabledAt ?? null,
    });
    // Last: another provider is outside the transaction.
    if (isSwitched) await identity.setEnabled(trx, username, isEnabled);
    return next;
  });
}

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
    const { merchantId, username: actor } = session;
    const person = { merchantId, username: params.username };
    await limitUserCreation(deps, { session, address }, () =>
      inviteAgain(deps, person, { actor, address }),
    );
  });

  addRoute(app, userEndpoints.listSessions, ({ params, session }) =>
    listUserSessions(deps, params.username, session),
  );

  addRoute(app, userEndpoints.endSession, ({ params, session, address }) =>
    endUserSession(deps, params, { session, address }),
  );

  addRoute(app, userEndpoints.endSessions, ({ params, session, address }) =>
    endUserSessions(deps, params.username, { session, address }),
  );

  addRoute(app, secondFactorEndpoints.reset, ({ params, session, address }) =>
    resetSecondFactor(deps, params.username, { session, address }),
  );

  addRoute(app, userEndpoints.createService, ({ body, session, address }) =>
    createServiceUser(deps, body ?? {}, { session, address }),
  );

  addRoute(app, userEndpoints.listService, ({ session }) =>
    listServiceUsers(deps.db, session.merchantId),
  );

  addRoute(app, userEndpoints.revokeService, ({ params, session, address }) =>
    revokeServiceUser(deps, params.username, { session, address }),
  );
}
