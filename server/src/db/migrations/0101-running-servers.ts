import { sql, type Kysely } from 'kysely';

/** Servers that run, with the keys that they hold. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table running_servers (
      id uuid primary key,
      name text not null,
      version text not null,
      key_versions integer[] not null,
      encrypts_with integer not null,
      seen_at timestamptz(3) not null
    )`.execute(db);
}
