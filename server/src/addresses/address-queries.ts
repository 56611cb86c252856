import type { Executor } from '../db/database.ts';

/** The most recipients one look-up gives back; a list to choose from needs no more. */
const MOST_FOUND = 20;

/** `%`, `_` and `\` of what was typed, taken literally by `like`. */
const likeLiteral = (typed: string) => typed.replace(/[\\%_]/g, '\\$&');

/** Documents of the merchant's saved recipients that contain every word, newest first. */
export async function listSavedAddressDocuments(
  db: Executor,
  merchantId: string,
  words: readonly string[],
): Promise<string[]> {
  let query = db
    .selectFrom('saved_addresses')
    .select('document')
    .where('merchant_id', '=', merchantId)
    .orderBy('created_at', 'desc')
    .limit(MOST_FOUND);
  for (const word of words) query = query.where('search', 'like', `%${likeLiteral(word)}%`);
  return (await query.execute()).map((row) => row.document);
}

/** Keeps a recipient, unless the same one is kept already. */
export async function insertSavedAddress(
  db: Executor,
  row: {
    merchantId: string;
    id: string;
    now: number;
    fingerprint: Buffer;
    search: string;
    document: string;
  },
): Promise<void> {
  await db
    .insertInto('saved_addresses')
    .values({
      merchant_id: row.merchantId,
      id: row.id,
      created_at: new Date(row.now),
      fingerprint: row.fingerprint,
      search: row.search,
      document: row.document,
    })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'fingerprint']).doNothing())
    .execute();
}
