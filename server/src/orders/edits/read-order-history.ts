import { LabelFormat } from '@portage/contract/orders/labels';
import {
  type FieldChange,
  HistoryEntry,
  MOST_HISTORY_ENTRIES,
  type OrderHistory,
} from '@portage/contract/orders/order-edits';
import { readOrderAudit, type RecordedAuditEntry } from '../../audit/write-audit.ts';
import type { Database } from '../../db/database.ts';
import { getOrderDocument } from '../get-order.ts';
import { listNewestOrderEdits } from './order-edit-queries.ts';

/** An audit entry as histories tell it. */
function told(
  { at, actor, action, details }: RecordedAuditEntry,
  changesOfVersion: ReadonlyMap<string, readonly FieldChange[]>,
): HistoryEntry {
  const { from, to, version = '', format } = details;
  const entry = { at, by: actor, action: HistoryEntry.shape.action.parse(action), from, to };
  // Its version is that of the labels, not of the order.
  if (entry.action === 'label.printed') {
    const label = { version: Number(version), format: LabelFormat.parse(format) };
    return { ...entry, label, changes: [] };
  }
  return { ...entry, changes: [...(changesOfVersion.get(version) ?? [])] };
}

/**
 * Who changed what of an order of the merchant, the newest first. The audit has the sequence; what an
 * edit changed is looked up by the version that it made. Throws `order_not_found`.
 */
export async function readOrderHistory(
  db: Database,
  merchantId: string,
  orderId: string,
): Promise<OrderHistory> {
  await getOrderDocument(db, merchantId, orderId);
  const [audit, edits] = await Promise.all([
    readOrderAudit(db, merchantId, orderId, MOST_HISTORY_ENTRIES),
    listNewestOrderEdits(db, merchantId, orderId, MOST_HISTORY_ENTRIES),
  ]);
  const changesOfVersion = new Map(edits.map(({ version, changes }) => [String(version), changes]));
  return { entries: audit.reverse().map((entry) => told(entry, changesOfVersion)) };
}
