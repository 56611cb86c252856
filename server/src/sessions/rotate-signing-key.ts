import type { Deps } from '../deps.ts';
import { addSigningKey } from './add-signing-key.ts';
import { lockSigningKeys } from './signing-key-queries.ts';

/**
 * Adds a key for the operator, and gives its id: every process signs with it within a minute. The keys
 * before it go on verifying what they have signed.
 */
export function rotateSigningKey(deps: Pick<Deps, 'db' | 'clock' | 'secrets'>): Promise<string> {
  return deps.db.transaction().execute(async (trx) => {
    await lockSigningKeys(trx);
    return addSigningKey(trx, deps, 'operator');
  });
}
