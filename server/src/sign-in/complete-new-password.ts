import type { NewPasswordAnswer } from '@portage/contract/passwords';
import type { SessionTokens } from '@portage/contract/sessions';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { isApiError } from '../api-error.ts';
import { refuseCommonPassword } from '../users/most-used-passwords.ts';
import { countTokenMiss, refuseAfterMisses } from './limit-token-misses.ts';
import { recordOpenedSession } from './record-opened-session.ts';

/**
 * Gives someone who has signed in with a temporary password one of their own, and opens a session.
 * Raises `challenge_expired`, `busy`, and `too_many_attempts` for an address from which too many challenges
 * came that are nobody's.
 */
export async function completeNewPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'identity'>,
  answer: NewPasswordAnswer,
  { address, userAgent }: { address: string; userAgent?: string | undefined },
): Promise<SessionTokens> {
  const { db, clock, identity } = deps;
  await refuseAfterMisses(deps, address);
  refuseCommonPassword(answer.newPassword);
  const tokens = await identity
    .completeNewPassword(answer, userAgent)
    .catch(async (error: unknown) => {
      if (isApiError(error, 'challenge_expired')) await countTokenMiss(deps, address);
      throw error;
    });
  await recordSecurityEvent(db, {
    at: clock.now(),
    action: 'password.changed',
    actor: answer.username,
    merchantId: await recordOpenedSession(deps, answer.username, tokens),
    address,
  });
  return tokens;
}
