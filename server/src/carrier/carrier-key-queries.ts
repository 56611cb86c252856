import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';

/** Whether the carrier has a key of this hash that was not revoked. */
export async function hasCarrierKey(db: Executor, keyHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('carrier_keys')
    .select('id')
    .where('key_hash', '=', keyHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds a key, of which the hash alone is kept. */
export async function insertCarrierKey(
  trx: Executor,
  key: { id: string; name: string; keyHash: Buffer; createdAt: EpochMillis },
): Promise<void> {
  await trx
    .insertInto('carrier_keys')
    .values({
      id: key.id,
      name: key.name,
      key_hash: key.keyHash,
      created_at: new Date(key.createdAt),
      revoked_at: null,
    })
    .execute();
}

/** Every key, also those that were revoked, the newest first. */
export function listStoredCarrierKeys(db: Executor) {
  return db
    .selectFrom('carrier_keys')
    .select(['id', 'name', 'created_at as createdAt', 'revoked_at as revokedAt'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Marks a key as revoked and gives its name; undefined when none of this id is in force. */
export async function markCarrierKeyRevoked(
  trx: Executor,
  id: string,
  revokedAt: EpochMillis,
): Promise<string | undefined> {
  const row = await trx
    .updateTable('carrier_keys')
    .set({ revoked_at: new Date(revokedAt) })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}
