import type { ListedSession } from '@portage/contract/users/sessions';
import { ApiError } from '../api-error.ts';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { CallerSession } from '../http/session.ts';
import { hasMerchantUser } from './merchant-user-queries.ts';

/** Who asks about a person, and from where. */
interface Asker {
  session: CallerSession;
  address: string;
}

/** Throws `user_not_found` for somebody who is no person of the merchant. */
async function requirePerson(db: Executor, merchantId: string, username: string): Promise<void> {
  if (!(await hasMerchantUser(db, merchantId, username))) {
    throw new ApiError('user_not_found', { username });
  }
}

/**
 * The open sessions of a person of the merchant, the one used last first. Throws `user_not_found`, also
 * for another merchant's.
 */
export async function listUserSessions(
  { db, identity }: Pick<Deps, 'db' | 'identity'>,
  username: string,
  { merchantId, sessionId }: CallerSession,
): Promise<ListedSession[]> {
  await requirePerson(db, merchantId, username);
  const sessions = await identity.listSessions({ merchantId, username });
  return sessions.map((session) => ({ ...session, isCurrent: session.id === sessionId }));
}

/** Ends a session of a person of the merchant. Throws `user_not_found` and `session_not_found`. */
export async function endUserSession(
  { db, clock, identity }: Pick<Deps, 'db' | 'clock' | 'identity'>,
  { username, id }: { username: string; id: string },
  { session: { merchantId, username: actor }, address }: Asker,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requirePerson(trx, merchantId, username);
    if (!(await identity.endSession(trx, { merchantId, username }, id))) {
      throw new ApiError('session_not_found');
    }
    await recordSecurityEvent(trx, {
      at: clock.now(),
      action: 'user.session_ended',
      actor,
      subject: username,
      merchantId,
      address,
    });
  });
}

/** Ends every session of a person of the merchant. Throws `user_not_found`, also for another merchant's. */
export async function endUserSessions(
  { db, clock, identity }: Pick<Deps, 'db' | 'clock' | 'identity'>,
  username: string,
  { session: { merchantId, username: actor }, address }: Asker,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requirePerson(trx, merchantId, username);
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
