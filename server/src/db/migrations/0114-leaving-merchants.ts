import { sql, type Kysely } from 'kysely';

/** Set while a merchant is being deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table merchants add column leaving_since timestamptz(3)`.execute(db);
}
