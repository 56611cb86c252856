import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';

/** Ends the sign-in that a refresh token belongs to. A token that is unknown is no fault. */
export async function signOut(
  { db, clock, identity }: Pick<Deps, 'db' | 'clock' | 'identity'>,
  refreshToken: string,
  address: string,
): Promise<void> {
  const username = await identity.signOut(refreshToken);
  if (username === undefined) return;
  await recordSecurityEvent(db, {
    at: clock.now(),
    action: 'session.signed_out',
    actor: username,
    address,
  });
}
