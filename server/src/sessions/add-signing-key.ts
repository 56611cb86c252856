import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { generateSigningKey } from './signing-key-pair.ts';
import { insertSigningKey, listStoredSigningKeys, lockSigningKeys } from './signing-key-queries.ts';

/**
 * Adds a key that signs from now on, and gives its id. It is newer than the others even if this
 * machine's clock is behind. The keys are locked already.
 */
export async function addSigningKey(
  trx: Executor,
  { clock, secrets }: Pick<Deps, 'clock' | 'secrets'>,
  actor: 'operator' | 'system',
): Promise<string> {
  const now = clock.now();
  const [newest] = await listStoredSigningKeys(trx);
  const { kid, privateJwk } = await generateSigningKey();
  const encryptedJwk = secrets.encrypt({ table: 'signing_keys', key: [kid] }, privateJwk);
  const createdAt = Math.max(now, (newest?.createdAt ?? 0) + 1);
  await insertSigningKey(trx, { kid, encryptedJwk, createdAt });
  await recordSecurityEvent(trx, { at: now, action: 'signing_key.added', actor, subject: kid });
  return kid;
}

/** Adds the first key; of several processes that start at once, one does. */
export async function addFirstSigningKey(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await lockSigningKeys(trx);
    const existing = await listStoredSigningKeys(trx);
    if (existing.length === 0) await addSigningKey(trx, deps, 'system');
  });
}
