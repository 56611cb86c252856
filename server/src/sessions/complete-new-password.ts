import type { NewPasswordAnswer } from '@portage/contract/passwords';
import type { SessionTokens } from '@portage/contract/sessions';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { merchantOfToken } from './merchant-of-token.ts';

/**
 * Gives someone who has signed in with a temporary password one of their own, and opens a session.
 * Raises `challengeExpired` and `busy`.
 */
export async function completeNewPassword(
  { db, clock, identity }: Pick<Deps, 'db' | 'clock' | 'identity'>,
  answer: NewPasswordAnswer,
  address: string,
): Promise<SessionTokens> {
  const tokens = await identity.completeNewPassword(answer);
  await recordSecurityEvent(db, {
    at: clock.now(),
    action: 'password.changed',
    actor: answer.username,
    merchantId: merchantOfToken(tokens.token),
    address,
  });
  return tokens;
}
