import { sql, type Kysely } from 'kysely';

/** The address that a shop calls, and the last check of its connection. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table shops
      add column callback_url text,
      add column connection json,
      add column checked_at timestamptz(3)`.execute(db);
}
