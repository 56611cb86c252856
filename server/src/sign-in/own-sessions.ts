import type { ListedSession } from '@portage/contract/sessions';
import { ApiError } from '../api-error.ts';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import type { CallerSession } from '../http/session.ts';

/** The open sessions of whoever calls, the one used last first. */
export async function listOwnSessions(
  { identity }: Pick<Deps, 'identity'>,
  { sessionId, ...caller }: CallerSession,
): Promise<ListedSession[]> {
  const sessions = await identity.listSessions(caller);
  return sessions.map((session) => ({ ...session, isCurrent: session.id === sessionId }));
}

/** Ends a session of whoever calls. Raises `session_not_found`, also for somebody else's. */
export async function endOwnSession(
  { db, clock, identity }: Pick<Deps, 'db' | 'clock' | 'identity'>,
  id: string,
  { session, address }: { session: CallerSession; address: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await identity.endSession(trx, session, id))) throw new ApiError('session_not_found');
    await recordSecurityEvent(trx, {
      at: clock.now(),
      action: 'session.ended',
      actor: session.username,
      subject: session.username,
      merchantId: session.merchantId,
      address,
    });
  });
}
