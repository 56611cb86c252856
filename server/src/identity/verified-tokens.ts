import type { EpochMillis } from '@portage/contract/time';
import type { Clock } from '../clock.ts';
import type { VerifiedSession } from '../http/session.ts';
import type { Identity } from '../sessions/identity.ts';

/**
 * For how long the signature of a token is not checked again, in milliseconds. So much later a key that
 * was removed is no longer trusted.
 */
const VERIFIED_FOR = 30_000;

/** The most tokens that a process remembers; beyond that it verifies them again. */
const MOST_REMEMBERED = 20_000;

interface VerifierDeps {
  clock: Clock;
  identity: Pick<Identity, 'verify'>;
}

/**
 * Verifies tokens as the identity does, each once in half a minute: a merchant sends many calls with one
 * token, and its signature costs more than reading the call. That a token expires counts at once. Throws
 * what `identity.verify` throws.
 */
export function verifiedTokens({ clock, identity }: VerifierDeps) {
  const verified = new Map<string, { session: VerifiedSession; at: EpochMillis }>();

  /** The session of a token that was verified a moment ago, if it is in force. */
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
