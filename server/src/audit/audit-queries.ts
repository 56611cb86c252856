import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';

export interface AuditRow {
  merchant_id: string;
  id: string;
  at: Date;
  actor: string;
  action: string;
  subject_id: string;
  details: Readonly<Record<string, string>>;
}

const COLUMNS = ['merchant_id', 'id', 'at', 'actor', 'action', 'subject_id', 'details'] as const;

/** One statement, equal for any number of rows. */
export async function insertAuditRows(db: Executor, rows: readonly AuditRow[]): Promise<void> {
  await db
    .insertInto('audit_entries')
    .columns(COLUMNS)
    .expression(
      sql`select ${sql.join(COLUMNS.map((name) => sql.ref(name)))}
          from json_populate_recordset(null::audit_entries, ${JSON.stringify(rows)}::json)`,
    )
    .execute();
}

/** Newest first; `details` is JSON. */
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
