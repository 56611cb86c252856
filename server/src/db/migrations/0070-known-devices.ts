import { sql, type Kysely } from 'kysely';

/** The devices on which an account has signed in, by the hash of the token that each keeps. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table known_devices (
      username text not null,
      token_hash bytea not null,
      last_seen_at timestamptz(3) not null,
      primary key (username, token_hash)
    )`.execute(db);
  await sql`create index known_devices_by_age on known_devices (last_seen_at)`.execute(db);
}
