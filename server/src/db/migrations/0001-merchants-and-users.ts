import { sql, type Kysely } from 'kysely';

/** Merchants and their features, who signs in for them, and the keys and tokens of sessions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table merchants (
      merchant_id uuid primary key,
      document json not null
    )`.execute(db);
  await sql`
    create table users (
      id uuid primary key,
      merchant_id uuid not null references merchants,
      username text not null,
      name text not null,
      kind text not null check (kind in ('user', 'service')),
      password_hash text not null,
      must_change_password boolean not null,
      created_at timestamptz(3) not null
    )`.execute(db);
  // One username whatever its case, and the index that sign-in looks it up by.
  await sql`create unique index users_by_username on users (lower(username))`.execute(db);
  await sql`
    create table refresh_tokens (
      token_hash bytea primary key,
      family_id uuid not null,
      user_id uuid not null references users on delete cascade,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      rotated_at timestamptz(3)
    )`.execute(db);
  await sql`create index refresh_tokens_of_family on refresh_tokens (family_id)`.execute(db);
  await sql`create index refresh_tokens_of_user on refresh_tokens (user_id)`.execute(db);
  await sql`
    create table signing_keys (
      kid text primary key,
      private_jwk json not null,
      created_at timestamptz(3) not null
    )`.execute(db);
  await sql`
    create table feature_flags (
      flag text not null,
      merchant_id uuid references merchants,
      enabled boolean not null,
      unique nulls not distinct (flag, merchant_id)
    )`.execute(db);
}
