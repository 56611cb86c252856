import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { markCarrierKeyRevoked } from './carrier-key-queries.ts';

/**
 * Takes a key of the carrier out of force for the operator: it is refused from the next call on.
 * Gives its name; undefined when no key of this id is in force.
 */
export function revokeCarrierKey(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const now = clock.now();
    const name = await markCarrierKeyRevoked(trx, id, now);
    if (name === undefined) return undefined;
    await recordSecurityEvent(trx, {
      at: now,
      action: 'carrier_key.revoked',
      actor: 'operator',
      subject: `${name} (${id})`,
    });
    return name;
  });
}
