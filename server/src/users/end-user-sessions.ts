import { ApiError } from '../api-error.ts';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/session.ts';
import { lockMerchantUsers } from './merchant-user-queries.ts';

/** Ends every session of a person of the merchant. Raises `user_not_found`, also for another merchant's. */
export async function endUserSessions(
  { db, clock, identity }: Pick<Deps, 'db' | 'clock' | 'identity'>,
  username: string,
  { session: { merchantId, username: actor }, address }: { session: Session; address: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const users = await lockMerchantUsers(trx, merchantId);
    if (!users.has(username)) throw new ApiError('user_not_found', { username });
    await recordSecurityEvent(trx, {
      at: clock.now(),
      action: 'user.sessions_ended',
      actor,
      subject: username,
      merchantId,
      address,
    });
    // Last, since a provider elsewhere cannot take part in our transaction.
    await identity.endSessions(trx, username);
  });
}
