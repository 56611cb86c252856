import { sql, type Kysely } from 'kysely';

/** Number of an imported row in its file, as a spreadsheet shows it; null is one more than `row`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table import_rows add column line integer`.execute(db);
}
