import type { MerchantUser, UserChanges } from '@portage/contract/users';
import { ApiError } from '../api-error.ts';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/session.ts';
import { lockMerchantUsers, updateMerchantUser } from './merchant-user-queries.ts';

/** Who changes a person, and from where. */
interface Asker {
  session: Session;
  address: string;
}

const isActiveOwner = ({ role, disabledAt }: MerchantUser) =>
  role === 'owner' && disabledAt === undefined;

/** A person as they are after the changes. */
function changed(user: MerchantUser, changes: UserChanges, now: number): MerchantUser {
  const { disabledAt: before, ...rest } = user;
  const isDisabled = changes.isDisabled ?? before !== undefined;
  return {
    ...rest,
    role: changes.role ?? user.role,
    ...(isDisabled && { disabledAt: before ?? now }),
  };
}

/**
 * Changes the role of a person of the merchant, disables or enables them. Raises `user_not_found`, and
 * `last_owner` for what would leave the merchant without an owner who can sign in.
 */
export async function changeUser(
  { db, clock, identity }: Pick<Deps, 'db' | 'clock' | 'identity'>,
  username: string,
  changes: UserChanges,
  { session: { merchantId, username: actor }, address }: Asker,
): Promise<MerchantUser> {
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
    const event = { at: now, actor, subject: username, merchantId, address };
    if (next.role !== user.role) {
      await recordSecurityEvent(trx, { ...event, action: 'user.role_changed' });
    }
    const isEnabled = next.disabledAt === undefined;
    const isSwitched = isEnabled !== (user.disabledAt === undefined);
    if (isSwitched) {
      const action = isEnabled ? 'user.enabled' : 'user.disabled';
      await recordSecurityEvent(trx, { ...event, action });
    }
    await updateMerchantUser(trx, merchantId, username, {
      role: next.role,
      disabledAt: next.disabledAt ?? null,
    });
    // Last, since a provider elsewhere cannot take part in our transaction.
    if (isSwitched) await identity.setEnabled(trx, username, isEnabled);
    return next;
  });
}
