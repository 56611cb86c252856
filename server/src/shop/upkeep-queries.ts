import type { Executor } from '../db/database.ts';

/** Every merchant whose shop lets us in. */
export async function listLinkedMerchants(db: Executor): Promise<string[]> {
  const rows = await db
    .selectFrom('shops')
    .select('merchant_id')
    .where('encrypted_token', 'is not', null)
    .execute();
  return rows.map(({ merchant_id }) => merchant_id);
}
