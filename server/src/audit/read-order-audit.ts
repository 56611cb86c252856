import type { EpochMillis } from '@portage/contract/time';
import type { Database } from '../db/database.ts';
import { listAuditRowsOf } from './audit-queries.ts';

/** An audit entry of an order that was written. */
export interface RecordedAuditEntry {
  id: string;
  at: EpochMillis;
  actor: string;
  action: string;
  details: Readonly<Record<string, string>>;
}

/**
 * Who did what to an order of a merchant, in the order in which it happened; only the last things,
 * when `most` is given.
 */
export async function readOrderAudit(
  db: Database,
  merchantId: string,
  orderId: string,
  most?: number,
): Promise<RecordedAuditEntry[]> {
  const rows = await listAuditRowsOf(db, merchantId, orderId, most);
  return rows.reverse().map((row) => ({
    ...row,
    details: JSON.parse(row.details) as RecordedAuditEntry['details'],
  }));
}
