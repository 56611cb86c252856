import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';

/**
 * Ids of the merchant's saved recipients that share a key, at most `most` groups of at most `largest`,
 * the newest first in each. The index on the key gives the groups one after the other.
 */
export async function listSharedKeys(
  db: Executor,
  merchantId: string,
  key: 'name_key' | 'phone_key',
  { most, largest }: { most: number; largest: number },
): Promise<string[][]> {
  const rows = await db
    .selectFrom('saved_addresses')
    .select(
      sql<
        string[]
      >`(array_agg(id::text order by created_at desc, id desc))[1:${sql.lit(largest)}]`.as('ids'),
    )
    .where('merchant_id', '=', merchantId)
    .where('deleted_at', 'is', null)
    .where(key, 'is not', null)
    .groupBy(key)
    .having(sql<boolean>`count(*) > 1`)
    .orderBy(key)
    .limit(most)
    .execute();
  return rows.map(({ ids }) => ids);
}

/** Documents of some of the merchant's saved recipients, newest first. */
export async function listDocumentsOf(
  db: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('saved_addresses')
    .select('document')
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ document }) => document);
}
