import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { bearerToken } from '../http/authentication.ts';
import type { RejectedCall } from '../http/report-rejected-calls.ts';

/** Names the caller if the credentials are valid. */
export async function recordRejectedCall(
  { db, clock, identity }: Pick<Deps, 'db' | 'clock' | 'identity'>,
  { action, subject, address, authorization, isKnownCaller }: RejectedCall,
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
