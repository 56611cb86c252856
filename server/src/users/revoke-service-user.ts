import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../api-error.ts';
import type { Session } from '../sessions/identity.ts';
import { forgetDevices } from '../sessions/known-devices.ts';
import { deleteServiceUser } from './service-user-queries.ts';

/**
 * Takes API credentials of the merchant out of force: its tokens are refused from the next call on, and
 * it cannot sign in again. Throws `service_user_not_found`, also for another merchant's.
 */
export async function revokeServiceUser(
  { db, clock, identity }: Pick<Deps, 'db' | 'clock' | 'identity'>,
  username: string,
  { session, address }: { session: Session; address: string },
): Promise<void> {
  const { merchantId } = session;
  await db.transaction().execute(async (trx) => {
    if (!(await deleteServiceUser(trx, merchantId, username))) {
      throw new ApiError('service_user_not_found', { username });
    }
    await forgetDevices({ db: trx }, username);
    await recordSecurityEvent(trx, {
      at: clock.now(),
      action: 'service_user.revoked',
      actor: session.username,
      subject: username,
      merchantId,
      address,
    });
    // Last, since a provider elsewhere cannot take part in our transaction.
    await identity.deleteAccount(trx, username);
  });
}
