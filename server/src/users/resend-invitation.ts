import { ApiError } from '../api-error.ts';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/session.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { mailTemporaryPassword } from './invite-user.ts';
import { limitUserCreation } from './limit-user-creation.ts';
import { makePassword, TEMPORARY_PASSWORD_LENGTH } from './make-password.ts';
import { lockMerchantUsers, updateMerchantUser } from './merchant-user-queries.ts';

/**
 * Mails a new temporary password to a person who has never signed in; the one before works no more.
 * Raises `user_not_found`, `user_signed_in_before`, `user_disabled`, `too_many_attempts` and `busy`.
 */
export function resendInvitation(
  deps: Deps,
  username: string,
  asker: { session: Session; address: string },
): Promise<void> {
  const { db, clock, identity, portalUrl } = deps;
  const { session, address } = asker;
  const { merchantId } = session;
  return limitUserCreation(deps, asker, async () => {
    const now = clock.now();
    const merchant = await getMerchant(db, merchantId);
    const password = makePassword(TEMPORARY_PASSWORD_LENGTH);
    const replacePassword = await identity.prepareTemporaryPassword(username, password);
    await db.transaction().execute(async (trx) => {
      const user = (await lockMerchantUsers(trx, merchantId)).get(username);
      if (!user) throw new ApiError('user_not_found', { username });
      if (user.disabledAt !== undefined) throw new ApiError('user_disabled', { username });
      if (user.lastSignInAt !== undefined) {
        throw new ApiError('user_signed_in_before', { username });
      }
      await updateMerchantUser(trx, merchantId, username, { invitedAt: now });
      await recordSecurityEvent(trx, {
        at: now,
        action: 'user.invited_again',
        actor: session.username,
        subject: username,
        merchantId,
        address,
      });
      const invited = { username, name: user.name, password };
      await mailTemporaryPassword(trx, { merchant, invited, portalUrl }, now);
      // Last, since a provider elsewhere cannot take part in our transaction.
      await replacePassword(trx);
    });
  });
}
