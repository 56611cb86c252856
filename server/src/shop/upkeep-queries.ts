import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';

/** Lists merchants whose shop lets us in; with an address only those whose shop calls another one. */
export async function listLinkedMerchants(db: Executor, callbackUrl?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('shops')
    .select('merchant_id')
    .where('encrypted_token', 'is not', null)
    .$if(callbackUrl !== undefined, (query) =>
      query.where(sql<boolean>`callback_url is distinct from ${callbackUrl}`),
    )
    .execute();
  return rows.map(({ merchant_id }) => merchant_id);
}
