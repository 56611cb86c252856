import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { tooManyAttempts } from '../throttle/too-many-attempts.ts';
import { countMiss, waitAfterMisses } from '../throttle/count-miss.ts';

/**
 * Raises `too_many_attempts` for an address from which too many refresh tokens and challenges came that
 * nobody has, before anybody looks whose the next one is.
 */
export async function refuseAfterMisses(
  deps: Pick<Deps, 'db' | 'clock'>,
  address: string,
): Promise<void> {
  const wait = await waitAfterMisses(deps, 'session-token', address);
  if (wait !== undefined) throw tooManyAttempts(wait);
}

/** Counts that one which nobody has came from an address. Raises the same once it is one too many. */
export async function countTokenMiss(
  deps: Pick<Deps, 'db' | 'clock'>,
  address: string,
): Promise<void> {
  const throttled = await countMiss(deps, 'session-token', address);
  if (!throttled) return;
  if (throttled.isFirst) {
    const at = deps.clock.now();
    const event = { at, action: 'session.throttled', actor: 'nobody', address } as const;
    await recordSecurityEvent(deps.db, event);
  }
  throw tooManyAttempts(throttled.seconds);
}
