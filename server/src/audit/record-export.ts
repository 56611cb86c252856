import type { Deps } from '../deps.ts';
import type { Session } from '../http/session.ts';
import { recordSecurityEvent } from './record-security-event.ts';

/** Records that somebody takes all orders or addresses of a merchant out, before they are sent. */
export async function recordExport(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  action: 'orders.exported' | 'addresses.exported',
  { session, address }: { session: Session; address: string },
): Promise<void> {
  const { username: actor, merchantId } = session;
  await recordSecurityEvent(db, { at: clock.now(), action, actor, merchantId, address });
}
