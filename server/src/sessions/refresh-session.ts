import type { RefreshRequest, SessionTokens } from '@portage/contract/sessions';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { refreshRefused } from '../refusals.ts';

/** Trades a refresh token for a session and the next refresh token. Raises `refreshRefused`. */
export async function refreshSession(
  { db, clock, identity }: Pick<Deps, 'db' | 'clock' | 'identity'>,
  request: RefreshRequest,
  address: string,
): Promise<SessionTokens> {
  const tokens = await identity.refresh(request);
  if (tokens !== 'replayed') return tokens;
  await recordSecurityEvent(db, {
    at: clock.now(),
    action: 'session.replayed',
    // Whoever holds the copy: the user or a thief. The session is the user's.
    actor: 'nobody',
    subject: request.username,
    address,
  });
  throw refreshRefused();
}
