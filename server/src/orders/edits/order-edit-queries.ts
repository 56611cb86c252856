import type { FieldChange } from '@portage/contract/order-edits';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../../db/database.ts';

/** An edit of an order: who made which version of it, and what that changed. */
export interface OrderEditRow {
  merchantId: string;
  orderId: string;
  /** The version that the edit made. */
  version: number;
  at: EpochMillis;
  /** A username. */
  by: string;
  changes: readonly FieldChange[];
}

/** Keeps what edits changed, in one statement. */
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
