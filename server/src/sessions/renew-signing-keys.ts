import type { Deps } from '../deps.ts';
import { addSigningKey } from './add-signing-key.ts';
import { dropSigningKey, isSpent } from './drop-signing-key.ts';
import { listSigningKeys } from './list-signing-keys.ts';
import { lockSigningKeys } from './signing-key-queries.ts';

/** How long a key signs, in milliseconds, before the next one does. */
const SIGNS_FOR = 90 * 24 * 60 * 60_000;

/**
 * Adds a key when the one that signs is 90 days old, and removes those that no token in force can name.
 * Without any key, as with another provider of identities, there is nothing to do.
 */
export async function renewSigningKeys(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    await lockSigningKeys(trx);
    const keys = await listSigningKeys(trx);
    const [newest] = keys;
    if (newest && now - newest.createdAt >= SIGNS_FOR) await addSigningKey(trx, deps, 'system');
    for (const { kid } of keys.filter((key) => isSpent(key, now))) {
      await dropSigningKey(trx, kid, { now, actor: 'system' });
    }
  });
}
