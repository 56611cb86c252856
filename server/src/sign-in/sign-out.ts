import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { countTokenMiss, refuseAfterMisses } from './limit-token-misses.ts';

/**
 * Ends the sign-in that a refresh token belongs to. A token that is unknown is no fault; an address that
 * sends too many of them is refused as `too_many_attempts`.
 */
export async function signOut(
  deps: Pick<Deps, 'db' | 'clock' | 'identity'>,
  refreshToken: string,
  address: string,
): Promise<void> {
  const { db, clock, identity } = deps;
  await refuseAfterMisses(deps, address);
  const ended = await identity.signOut(refreshToken);
  if (!ended) await countTokenMiss(deps, address);
  if (ended?.username === undefined) return;
  await recordSecurityEvent(db, {
    at: clock.now(),
    action: 'session.signed_out',
    actor: ended.username,
    address,
  });
}
