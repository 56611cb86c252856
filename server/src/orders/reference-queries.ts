import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';

/** Those of some references that orders of the merchant have. */
export async function listKnownReferences(
  db: Executor,
  merchantId: string,
  references: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('ref_number')
    .distinct()
    .where('merchant_id', '=', merchantId)
    .where('ref_number', '=', sql<string>`any(${references}::text[])`)
    .execute();
  return rows.flatMap(({ ref_number }) => ref_number ?? []);
}
