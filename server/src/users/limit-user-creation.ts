import type { Deps } from '../deps.ts';
import { isApiError } from '../api-error.ts';
import { tooManyAttempts, giveAttemptBack, takeAttempt } from '../throttle/attempts.ts';
import type { Session } from '../sessions/identity.ts';

/**
 * Creates a user, a person or a service user, unless the merchant has created too many lately: each has
 * a password hashed, and a person is mailed. Throws `too_many_attempts`.
 */
export async function limitUserCreation<Created>(
  deps: Pick<Deps, 'db' | 'clock'>,
  { session, address }: { session: Session; address: string },
  create: () => Promise<Created>,
): Promise<Created> {
  const attempt = { account: session.merchantId, address };
  const throttled = await takeAttempt(deps, 'user-creation', attempt);
  if (throttled) throw tooManyAttempts(throttled.seconds);

  return create().catch(async (error: unknown) => {
    // A taken username counts: one could go through a list of people to learn who is here.
    const counts = isApiError(error, 'username_taken', 'too_many_service_users');
    if (!counts) await giveAttemptBack(deps, 'user-creation', attempt);
    throw error;
  });
}
