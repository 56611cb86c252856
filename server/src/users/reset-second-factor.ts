import type { MerchantUser } from '@portage/contract/users/users';
import { ApiError } from '../api-error.ts';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/session.ts';
import { findFactorHolders, removeFactors } from '../second-factor/remove-factors.ts';
import { listMerchantUsers, lockMerchantUsers } from './merchant-user-queries.ts';
import { findUserByUsername } from './user-queries.ts';

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'portalUrl' | 'secrets'>;

/** Removes the second factors of a user by their username. False for somebody who has none. */
async function removeFactorsOf(
  trx: Executor,
  deps: NeededDeps,
  username: string,
  by: { actor: string; address?: string },
): Promise<boolean> {
  const user = await findUserByUsername(trx, username);
  return user !== undefined && removeFactors(trx, deps, { ...user, userId: user.id }, by);
}

/**
 * Removes every second factor of a person of the merchant, and ends their sessions. Throws
 * `user_not_found`, also for another merchant's, and `second_factor_not_found`.
 */
export async function resetSecondFactor(
  deps: NeededDeps,
  username: string,
  { session, address }: { session: Session; address: string },
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

/** Does the same for whoever runs Portage. False for somebody who has none, or is unknown. */
export function resetSecondFactorAsOperator(deps: NeededDeps, username: string): Promise<boolean> {
  return deps.db
    .transaction()
    .execute((trx) => removeFactorsOf(trx, deps, username, { actor: 'operator' }));
}

/** The people of a merchant, by name, with whether each has a second factor. */
export async function listPeople(
  { db }: Pick<Deps, 'db'>,
  merchantId: string,
): Promise<MerchantUser[]> {
  const users = await listMerchantUsers(db, merchantId);
  const holders = await findFactorHolders(
    db,
    users.map(({ username }) => username),
  );
  return users.map((user) =>
    holders.has(user.username) ? { ...user, hasSecondFactor: true } : user,
  );
}
