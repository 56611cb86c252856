import { sql, type Kysely } from 'kysely';

/** Authenticator apps, passkeys and recovery codes of users, and sessions that know of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table authenticator_apps (
      user_id uuid primary key references users on delete cascade,
      encrypted_secret bytea not null,
      created_at timestamptz(3) not null,
      confirmed_at timestamptz(3),
      last_step integer
    )`.execute(db);
  await sql`
    create table passkeys (
      user_id uuid not null references users on delete cascade,
      id uuid not null,
      credential_id text not null,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      name text not null,
      created_at timestamptz(3) not null,
      last_used_at timestamptz(3),
      primary key (user_id, id)
    )`.execute(db);
  await sql`
    create unique index passkeys_by_credential on passkeys (user_id, credential_id)`.execute(db);
  await sql`
    create table passkey_challenges (
      user_id uuid not null references users on delete cascade,
      challenge text not null,
      expires_at timestamptz(3) not null,
      primary key (user_id, challenge)
    )`.execute(db);
  await sql`
    create table recovery_codes (
      user_id uuid not null references users on delete cascade,
      code_hash bytea not null,
      primary key (user_id, code_hash)
    )`.execute(db);
  await sql`
    alter table sessions
      add column factor_checked_at timestamptz(3),
      add column awaits_factor boolean not null default false`.execute(db);
  await sql`
    alter table merchants
      add column requires_second_factor boolean not null default false`.execute(db);
}
