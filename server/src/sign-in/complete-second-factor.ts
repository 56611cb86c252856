import type { SecondFactorAnswer } from '@portage/contract/second-factor';
import type { SessionTokens } from '@portage/contract/sessions';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { isApiError } from '../api-error.ts';
import { countTokenMiss, refuseAfterMisses } from './limit-token-misses.ts';
import { recordOpenedSession } from './record-opened-session.ts';

/**
 * Opens a session for somebody who has typed their password and shows a second factor now. Raises
 * `second_factor_wrong`, `second_factor_expired` for a challenge that is too old or forged,
 * `account_disabled`, and `too_many_attempts`.
 */
export async function completeSecondFactor(
  deps: Pick<Deps, 'db' | 'clock' | 'identity'>,
  answer: SecondFactorAnswer,
  caller: { address: string; userAgent?: string | undefined },
): Promise<SessionTokens> {
  const { db, clock, identity } = deps;
  const { address } = caller;
  await refuseAfterMisses(deps, address);
  const tokens = await identity
    .completeSecondFactor(answer, caller)
    .catch(async (error: unknown) => {
      if (isApiError(error, 'second_factor_expired')) await countTokenMiss(deps, address);
      throw error;
    });
  await recordSecurityEvent(db, {
    at: clock.now(),
    action: 'sign_in.succeeded',
    actor: answer.username,
    merchantId: await recordOpenedSession(deps, answer.username, tokens),
    address,
  });
  return tokens;
}
