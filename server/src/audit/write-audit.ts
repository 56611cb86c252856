import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { auditEntryId } from './audit-entry-id.ts';
import { insertAuditRows } from './audit-queries.ts';

/** What can be done to an order or a merchant. */
export type AuditAction =
  | 'order.created'
  | 'order.edited'
  | 'order.status_changed'
  | 'order.deleted'
  | 'order.restored'
  | 'label.printed'
  | 'merchant.changed'
  | 'shop.linked'
  | 'shop.unlinked'
  | 'shop.customer_redacted'
  | 'shop.redacted'
  | 'shop.data_requested';

/** Who did what to what, and when. No personal data of recipients goes into the details. */
export interface AuditEntry {
  merchantId: string;
  at: EpochMillis;
  /** A username, or `system`, `carrier` or `operator`. */
  actor: string;
  action: AuditAction;
  subjectId: string;
  details: Readonly<Record<string, string>>;
}

/** Writes audit entries, in one statement, in the transaction of what they tell of. */
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
