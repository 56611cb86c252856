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
