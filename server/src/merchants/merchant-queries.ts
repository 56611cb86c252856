import { sql } from 'kysely';
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
 * Finds the document of a merchant and locks it until the transaction ends. Rows that refer to the
 * merchant can still be added.
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

/** A merchant as operators list it. */
export interface MerchantRow {
  id: string;
  document: string;
  disabledAt: number | null;
}

/** Lists the newest merchants, for operators alone. */
export async function listNewestMerchants(db: Executor, limit: number): Promise<MerchantRow[]> {
  const { rows } = await sql<MerchantRow>`
    select merchant_id as id, document, disabled_at as "disabledAt"
    from merchants order by merchant_id desc limit ${limit}`.execute(db);
  return rows;
}

/** The ids of all merchants: for jobs, which then ask about one merchant after the other. */
export async function listMerchantIds(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select merchant_id as id from merchants order by merchant_id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Since when a merchant is disabled; null for one that is not, undefined for one that does not exist. */
export async function findDisabledAt(
  db: Executor,
  merchantId: string,
): Promise<number | null | undefined> {
  const row = await db
    .selectFrom('merchants')
    .select('disabled_at as disabledAt')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return row?.disabledAt;
}

/** Disables a merchant since a time, or enables it with null. */
export async function updateDisabledAt(
  trx: Executor,
  merchantId: string,
  disabledAt: Date | null,
): Promise<void> {
  await trx
    .updateTable('merchants')
    .set({ disabled_at: disabledAt })
    .where('merchant_id', '=', merchantId)
    .execute();
}
