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

/** What was done to one order of a merchant, in the order in which it was; `details` is JSON. */
export function listAuditRowsOf(db: Executor, merchantId: string, subjectId: string) {
  return db
    .selectFrom('audit_entries')
    .select(['id', 'at', 'actor', 'action', 'details'])
    .where('merchant_id', '=', merchantId)
    .where('subject_id', '=', subjectId)
    .orderBy('at')
    .orderBy('id')
    .execute();
}
