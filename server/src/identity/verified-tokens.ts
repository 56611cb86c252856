import type { EpochMillis } from '@portage/contract/time';
import type { Clock } from '../clock.ts';
import type { VerifiedSession } from '../http/session.ts';
import type { Identity } from '../sessions/identity.ts';

/** Milliseconds until a signature is checked again; a removed key is trusted as long. */
const VERIFIED_FOR = 30_000;

/** Further tokens are verified each time. */
const MOST_REMEMBERED = 20_000;

interface VerifierDeps {
  clock: Clock;
  identity: Pick<Identity, 'verify'>;
}

/** Caches costly checks of signatures; expiry counts at once. Throws as `identity.verify`. */
export function verifiedTokens({ clock, identity }: VerifierDeps) {
  const verified = new Map<string, { session: VerifiedSession; at: EpochMillis }>();

  /** The session of a recently verified token that has not expired. */
  function recall(token: string, now: EpochMillis): VerifiedSession | undefined {
    const known = verified.get(token);
    const age = now - (known?.at ?? Infinity);
    if (!known || age < 0 || age >= Math.min(VERIFIED_FOR, known.session.acceptedFor)) {
      return undefined;
    }
    return { ...known.session, acceptedFor: known.session.acceptedFor - age };
  }

  return async function verify(token: string): Promise<VerifiedSession> {
    const known = recall(token, clock.now());
    if (known) return known;
    const session = await identity.verify(token);
    if (verified.size >= MOST_REMEMBERED) verified.clear();
    verified.set(token, { session, at: clock.now() });
    return session;
  };
}
