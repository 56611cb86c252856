import type { Executor } from '../db/database.ts';

/** The document of a merchant, as text. */
export async function findMerchantDocument(
  db: Executor,
  merchantId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('merchants')
    .select('document')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return row?.document;
}

/** Adds a merchant. */
export async function insertMerchant(
  db: Executor,
  merchantId: string,
  document: string,
): Promise<void> {
  await db.insertInto('merchants').values({ merchant_id: merchantId, document }).execute();
}

/**
 * The document of a merchant, as text, locked until the transaction ends. Rows that refer to the
 * merchant can be added meanwhile.
 */
export async function findMerchantForUpdate(
  trx: Executor,
  merchantId: string,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('merchants')
    .select('document')
    .where('merchant_id', '=', merchantId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.document;
}

/** Replaces the document of a merchant. */
export async function updateMerchant(
  trx: Executor,
  merchantId: string,
  document: string,
): Promise<void> {
  await trx
    .updateTable('merchants')
    .set({ document })
    .where('merchant_id', '=', merchantId)
    .execute();
}
