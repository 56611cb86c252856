import type { Deps } from '../deps.ts';
import { dropSigningKey, isSpent } from './drop-signing-key.ts';
import { listSigningKeys } from './list-signing-keys.ts';
import { lockSigningKeys } from './signing-key-queries.ts';

/** What became of a removal: it is refused for the key that signs, and for one that is not spent. */
export type Removal = 'removed' | 'unknown' | 'signs' | 'not_spent';

/**
 * Removes a key for the operator: what it has signed is refused within a minute, everywhere. With
 * `force` also a key whose tokens may be in force, such as one that has leaked; whoever holds one then
 * gets the next with their refresh token. The key that signs is never removed: rotate first.
 */
export function removeSigningKey(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  kid: string,
  { force = false }: { force?: boolean } = {},
): Promise<Removal> {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    await lockSigningKeys(trx);
    const key = (await listSigningKeys(trx)).find((one) => one.kid === kid);
    if (!key) return 'unknown';
    if (key.replacedAt === undefined) return 'signs';
    if (!force && !isSpent(key, now)) return 'not_spent';
    await dropSigningKey(trx, kid, { now, actor: 'operator' });
    return 'removed';
  });
}
