import { sql, type Kysely } from 'kysely';

/** The currency of a shop's checkout, where Portage has no rates in it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shops add column foreign_currency text`.execute(db);
}
