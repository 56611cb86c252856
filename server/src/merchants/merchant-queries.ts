import { sql } from 'kysely';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';

const documentOf = (db: Executor, merchantId: string) =>
  db.selectFrom('merchants').select('document').where('merchant_id', '=', merchantId);

export const findMerchantDocument = async (db: Executor, merchantId: string) =>
  (await documentOf(db, merchantId).executeTakeFirst())?.document;

/** Locks until the transaction ends; rows that refer to the merchant can still be added. */
export const findMerchantForUpdate = async (trx: Executor, merchantId: string) =>
  (await documentOf(trx, merchantId).forNoKeyUpdate().executeTakeFirst())?.document;

export async function insertMerchant(db: Executor, merchant: Merchant): Promise<void> {
  const row = { merchant_id: merchant.id, document: JSON.stringify(merchant) };
  await db.insertInto('merchants').values(row).execute();
}

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

export interface MerchantRow {
  id: string;
  document: string;
  disabledAt: number | null;
  leavingSince: number | null;
}

const OPERATED = sql`
  merchant_id as id, document, disabled_at as "disabledAt", leaving_since as "leavingSince"`;

/** Operators only. */
export async function listNewestMerchants(db: Executor, limit: number): Promise<MerchantRow[]> {
  const { rows } = await sql<MerchantRow>`
    select ${OPERATED} from merchants order by merchant_id desc limit ${limit}`.execute(db);
  return rows;
}

/** Operators only. */
export async function findMerchantRow(
  db: Executor,
  merchantId: string,
): Promise<MerchantRow | undefined> {
  const { rows } = await sql<MerchantRow>`
    select ${OPERATED} from merchants where merchant_id = ${merchantId}`.execute(db);
  return rows[0];
}

/** Ends its sign-ins permanently. False when already leaving. */
export async function markLeaving(
  trx: Executor,
  merchantId: string,
  at: EpochMillis,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('merchants')
    .set({ leaving_since: new Date(at), disabled_at: new Date(at) })
    .where('merchant_id', '=', merchantId)
    .where('leaving_since', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes only one that is leaving. Fails while another row refers to it. */
export async function deleteMerchantRow(trx: Executor, merchantId: string): Promise<void> {
  await trx
    .deleteFrom('merchants')
    .where('merchant_id', '=', merchantId)
    .where('leaving_since', 'is not', null)
    .execute();
}

/** Lists merchants for jobs, which ask one by one. Omits those being deleted. */
export async function listMerchantIds(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select merchant_id as id from merchants where leaving_since is null
    order by merchant_id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Undefined for an unknown merchant. A separate query: `merchants` is not colocated. */
export async function isMerchantDisabled(
  db: Executor,
  merchantId: string,
): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('merchants')
    .select('disabled_at as disabledAt')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return row && row.disabledAt !== null;
}

/** Null enables. */
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
