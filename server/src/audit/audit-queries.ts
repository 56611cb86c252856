import type { Executor } from '../db/database.ts';

/** One line of the audit as it is stored. */
export interface AuditRow {
  merchantId: string;
  id: string;
  at: Date;
  actor: string;
  action: string;
  subjectId: string;
  details: string;
}

/** Adds lines to the audit, in one statement. */
export async function insertAuditRows(db: Executor, rows: readonly AuditRow[]): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values(
      rows.map(({ merchantId, subjectId, ...row }) => ({
        ...row,
        merchant_id: merchantId,
        subject_id: subjectId,
      })),
    )
    .execute();
}
