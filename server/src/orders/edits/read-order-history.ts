import {
  HistoryEntry,
  MOST_HISTORY_ENTRIES,
  type OrderHistory,
} from '@portage/contract/order-edits';
import { readOrderAudit } from '../../audit/read-order-audit.ts';
import type { Database } from '../../db/database.ts';
import { getOrderDocument } from '../get-order.ts';
import { listNewestOrderEdits } from './order-edit-queries.ts';

/**
 * Who changed what of an order of the merchant, the newest first. The audit has the sequence; what an
 * edit changed is looked up by the version that it made. Raises `orderNotFound`.
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
  const entries = audit.map(({ at, actor, action, details: { from, to, version = '' } }) => ({
    at,
    by: actor,
    action: HistoryEntry.shape.action.parse(action),
    from,
    to,
    changes: [...(changesOfVersion.get(version) ?? [])],
  }));
  return { entries: entries.reverse() };
}
