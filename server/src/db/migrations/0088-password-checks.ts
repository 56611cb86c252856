import { sql, type Kysely } from 'kysely';

/** When the password of a session was typed again; null where it was typed at its start alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column password_checked_at timestamptz(3)`.execute(db);
}
