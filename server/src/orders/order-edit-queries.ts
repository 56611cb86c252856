import { sql } from 'kysely';
import type { FieldChange } from '@portage/contract/orders/order-edits';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';

export interface OrderEditRow {
  merchantId: string;
  orderId: string;
  version: number;
  at: EpochMillis;
  /** Username. */
  by: string;
  changes: readonly FieldChange[];
}

export async function insertOrderEdits(
  trx: Executor,
  edits: readonly OrderEditRow[],
): Promise<void> {
  if (edits.length === 0) return;
  const rows = edits.map(({ merchantId, orderId, version, at, by, changes }) => ({
    merchant_id: merchantId,
    order_id: orderId,
    version,
    at: new Date(at),
    by,
    changes: JSON.stringify(changes),
  }));
  await trx.insertInto('order_edits').values(rows).execute();
}

export async function listFieldsEditedSince(
  db: Executor,
  merchantId: string,
  orderId: string,
  version: number,
): Promise<FieldChange['field'][]> {
  const rows = await db
    .selectFrom('order_edits')
    .select(sql<FieldChange['field']>`json_array_elements(changes)->>'field'`.as('field'))
    .distinct()
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .where('version', '>', version)
    .execute();
  return rows.map(({ field }) => field);
}

export async function listNewestOrderEdits(
  db: Executor,
  merchantId: string,
  orderId: string,
  most: number,
): Promise<Pick<OrderEditRow, 'version' | 'changes'>[]> {
  const rows = await db
    .selectFrom('order_edits')
    .select(['version', 'changes'])
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .orderBy('version', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ version, changes }) => ({
    version,
    changes: JSON.parse(changes) as FieldChange[],
  }));
}
