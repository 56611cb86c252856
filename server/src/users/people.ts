import type { ListedSession } from '@portage/contract/users/sessions';
import type { MerchantUser } from '@portage/contract/users/users';
import { ApiError } from '../api-error.ts';
import { recordActionOf } from '../audit/record-security-event.ts';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { Asker, Session } from '../http/session.ts';
import { recipientsGivenUp } from '../mail/outbox.ts';
import { findFactorHolders, removeFactors } from '../second-factor/change-factors.ts';
import { forgetDevices } from '../sessions/known-devices.ts';
import {
  listMerchantUsers,
  lockMerchantUsers,
  hasMerchantUser,
  deletePersonRows,
} from './merchant-user-queries.ts';
import { findUserByUsername, deletePasswordResets } from './user-queries.ts';

export { listUsernamesOf as somePeopleOf } from './merchant-user-queries.ts';

/** Erases passwords, sessions, second factors and devices, too. A missing account is no error. */
export async function erasePeople(
  trx: Executor,
  { identity }: Pick<Deps, 'identity'>,
  merchantId: string,
  usernames: readonly string[],
): Promise<void> {
  for (const username of usernames) {
    await forgetDevices(trx, username);
    await deletePasswordResets(trx, username);
  }
  for (const username of usernames) await identity.deleteAccount(trx, { merchantId, username });
  await deletePersonRows(trx, merchantId, usernames);
}

/** Throws `user_not_found`. */
async function requirePerson(db: Executor, merchantId: string, username: string): Promise<void> {
  if (!(await hasMerchantUser(db, merchantId, username))) {
    throw new ApiError('user_not_found', { username });
  }
}

/** Last used first. Throws `user_not_found`, also for another merchant's. */
export async function listUserSessions(
  { db, identity }: Pick<Deps, 'db' | 'identity'>,
  username: string,
  { merchantId, sessionId }: Session,
): Promise<ListedSession[]> {
  await requirePerson(db, merchantId, username);
  const sessions = await identity.listSessions({ merchantId, username });
  return sessions.map((session) => ({ ...session, isCurrent: session.id === sessionId }));
}

/** Throws `user_not_found` and `session_not_found`. */
export async function endUserSession(
  { db, clock, identity }: Pick<Deps, 'db' | 'clock' | 'identity'>,
  { username, id }: { username: string; id: string },
  asker: Asker,
): Promise<void> {
  const { merchantId } = asker.session;
  await db.transaction().execute(async (trx) => {
    await requirePerson(trx, merchantId, username);
    if (!(await identity.endSession(trx, { merchantId, username }, id))) {
      throw new ApiError('session_not_found');
    }
    await recordActionOf(asker, trx, clock, { action: 'user.session_ended', subject: username });
  });
}

/** Throws `user_not_found`, also for another merchant's. */
export async function endUserSessions(
  { db, clock, identity }: Pick<Deps, 'db' | 'clock' | 'identity'>,
  username: string,
  asker: Asker,
): Promise<void> {
  const { merchantId } = asker.session;
  await db.transaction().execute(async (trx) => {
    await requirePerson(trx, merchantId, username);
    await recordActionOf(asker, trx, clock, { action: 'user.sessions_ended', subject: username });
    // Last: another provider is outside the transaction.
    await identity.endSessions(trx, username);
  });
}

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'portalUrl' | 'secrets'>;

/** False where there are none. */
async function removeFactorsOf(
  trx: Executor,
  deps: NeededDeps,
  username: string,
  by: { actor: string; address?: string },
): Promise<boolean> {
  const user = await findUserByUsername(trx, username);
  return user !== undefined && removeFactors(trx, deps, { ...user, userId: user.id }, by);
}

/** Ends their sessions. Throws `user_not_found`, `second_factor_not_found`. */
export async function resetSecondFactor(
  deps: NeededDeps,
  username: string,
  { session, address }: Asker,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const users = await lockMerchantUsers(trx, session.merchantId);
    if (!users.has(username)) throw new ApiError('user_not_found', { username });
    const by = { actor: session.username, address };
    if (!(await removeFactorsOf(trx, deps, username, by))) {
      throw new ApiError('second_factor_not_found');
    }
  });
}

/** False for an unknown user or one without factors. */
export function resetSecondFactorAsOperator(deps: NeededDeps, username: string): Promise<boolean> {
  return deps.db
    .transaction()
    .execute((trx) => removeFactorsOf(trx, deps, username, { actor: 'operator' }));
}

/** Lists people by name, with second factors and undelivered invitations. */
export async function listPeople(
  { db }: Pick<Deps, 'db'>,
  merchantId: string,
): Promise<MerchantUser[]> {
  const users = await listMerchantUsers(db, merchantId);
  const invited = users.filter(({ lastSignInAt }) => lastSignInAt === undefined);
  const [holders, undelivered] = await Promise.all([
    findFactorHolders(
      db,
      users.map(({ username }) => username),
    ),
    recipientsGivenUp(
      db,
      invited.map(({ username }) => username),
      invited.map(({ invitedAt }) => invitedAt),
    ),
  ]);
  return users.map((user) => ({
    ...user,
    ...(holders.has(user.username) && { hasSecondFactor: true }),
    ...(undelivered.has(user.username) && { hasUndeliveredInvitation: true }),
  }));
}
