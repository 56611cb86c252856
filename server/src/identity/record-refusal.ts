import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { bearerToken } from '../http/authentication.ts';
import type { Refusal } from '../http/report-refusals.ts';

/** Records a refused call as a security event, with the caller where the credentials are valid. */
export async function recordRefusal(
  { db, clock, identity }: Pick<Deps, 'db' | 'clock' | 'identity'>,
  { action, subject, address, authorization, isKnownCaller }: Refusal,
): Promise<void> {
  const token = isKnownCaller ? bearerToken(authorization) : undefined;
  const caller = token === undefined ? undefined : await identity.verify(token);
  await recordSecurityEvent(db, {
    at: clock.now(),
    action,
    actor: caller?.username ?? 'nobody',
    ...(caller && { merchantId: caller.merchantId }),
    subject,
    address,
  });
}
