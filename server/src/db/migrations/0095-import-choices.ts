import { sql, type Kysely } from 'kysely';

/** The merchant's choices for rows of an import that change meaning or cannot be delivered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table imports
      add column confirmed boolean not null default false,
      add column leaves_out_attention boolean not null default false`.execute(db);
}
