import type { RefreshRequest, SessionTokens } from '@portage/contract/sessions';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { ApiError, isApiError } from '../api-error.ts';
import { requireStanding } from './record-opened-session.ts';
import { countTokenMiss, refuseAfterMisses } from './limit-token-misses.ts';

/**
 * Trades a refresh token for a session and the next refresh token. Raises `refresh_refused`, and
 * `too_many_attempts` for an address from which too many came that are nobody's.
 */
export async function refreshSession(
  deps: Pick<Deps, 'db' | 'clock' | 'identity'>,
  request: RefreshRequest,
  address: string,
): Promise<SessionTokens> {
  const { db, clock, identity } = deps;
  await refuseAfterMisses(deps, address);
  const tokens = await identity.refresh(request).catch(async (error: unknown) => {
    if (isApiError(error, 'refresh_refused')) await countTokenMiss(deps, address);
    throw error;
  });
  if (tokens !== 'replayed') {
    await requireStanding(deps, request.username, tokens.token);
    return tokens;
  }
  await recordSecurityEvent(db, {
    at: clock.now(),
    action: 'session.replayed',
    // Whoever holds the copy: the user or a thief. The session is the user's.
    actor: 'nobody',
    subject: request.username,
    address,
  });
  throw new ApiError('refresh_refused');
}
