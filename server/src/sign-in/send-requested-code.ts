import type { Locale } from '@portage/contract/locale';
import type { EpochMillis } from '@portage/contract/time';
import type { Deps } from '../deps.ts';

/** Who asked for a reset code, in which language, and until when they wait for it. */
interface CodeRequest {
  username: string;
  locale: Locale;
  usefulUntil: EpochMillis;
}

/**
 * Does what a request for a reset code asked for. One that could not be done in time is dropped: a code
 * that comes hours later puts an end to the one asked for since.
 */
export async function sendRequestedCode(
  { clock, identity, log }: Pick<Deps, 'clock' | 'identity' | 'log'>,
  { username, locale, usefulUntil }: CodeRequest,
): Promise<void> {
  if (clock.now() >= usefulUntil) {
    log.warn('a reset code could not be sent in time, and is not sent any more');
    return;
  }
  await identity.requestPasswordReset(username, locale);
}
