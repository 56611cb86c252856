import type { EpochMillis } from '@portage/contract/time';
import type { Executor, Database } from '../db/database.ts';
import { auditEntryId } from './audit-entry-id.ts';
import { insertAuditRows, listAuditRowsOf } from './audit-queries.ts';

export interface RecordedAuditEntry {
  id: string;
  at: EpochMillis;
  actor: string;
  action: string;
  details: Readonly<Record<string, string>>;
}

/** Oldest first; only the last `most` entries when given. */
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

type AuditAction =
  | 'order.created'
  | 'order.edited'
  | 'order.status_changed'
  | 'order.deleted'
  | 'order.restored'
  | 'order.attention_closed'
  | 'order.attention_reopened'
  | 'label.printed'
  | 'merchant.changed';

/** Details hold no personal data of recipients. */
export interface AuditEntry {
  merchantId: string;
  at: EpochMillis;
  /** A username, or `system`, `carrier` or `operator`. */
  actor: string;
  action: AuditAction;
  subjectId: string;
  details: Readonly<Record<string, string>>;
}

/** One statement, in the transaction of the actions. */
export async function writeAudit(trx: Executor, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await insertAuditRows(
    trx,
    entries.map(({ merchantId, at, subjectId, ...entry }) => ({
      ...entry,
      merchant_id: merchantId,
      id: auditEntryId(at),
      at: new Date(at),
      subject_id: subjectId,
    })),
  );
}
