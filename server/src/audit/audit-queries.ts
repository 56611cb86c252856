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

/** The last things that were done to one order of a merchant, newest first; `details` is JSON. */
export function listAuditRowsOf(
  db: Executor,
  merchantId: string,
  subjectId: string,
  most: number | undefined,
) {
  return db
    .selectFrom('audit_entries')
    .select(['id', 'at', 'actor', 'action', 'details'])
    .where('merchant_id', '=', merchantId)
    .where('subject_id', '=', subjectId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .$if(most !== undefined, (query) => query.limit(most ?? 0))
    .execute();
}
