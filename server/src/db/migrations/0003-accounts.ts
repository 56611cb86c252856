import { sql, type Kysely } from 'kysely';

/** API credentials, attempts to sign in, password resets, mails, and what happened to accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column phone text`.execute(db);
  await sql`
    create table service_users (
      merchant_id uuid not null references merchants,
      username text not null,
      created_at timestamptz(3) not null,
      primary key (merchant_id, username)
    )`.execute(db);
  // Counts of minutes need not outlive a crash, and so cost no write to disk.
  await sql`
    create unlogged table throttles (
      key bytea primary key,
      attempts integer not null,
      resets_at timestamptz(3) not null
    )`.execute(db);
  await sql`create index throttles_by_end on throttles (resets_at)`.execute(db);
  await sql`
    create table password_resets (
      username text primary key,
      code_hash text not null,
      attempts_left integer not null,
      expires_at timestamptz(3) not null
    )`.execute(db);
  await sql`create index password_resets_by_end on password_resets (expires_at)`.execute(db);
  await sql`
    create table mails (
      id uuid primary key,
      created_at timestamptz(3) not null,
      recipient text not null,
      subject text not null,
      text text,
      html text,
      sent_at timestamptz(3),
      last_error text
    )`.execute(db);
  await sql`create index mails_by_age on mails (created_at)`.execute(db);
  await sql`
    create table security_events (
      id uuid primary key,
      at timestamptz(3) not null,
      action text not null,
      actor text not null,
      subject text,
      merchant_id uuid references merchants,
      address text
    )`.execute(db);
  // One for each way in which they are looked up, newest first (docs/explain/list-security-events.txt).
  await sql`create index security_events_by_age on security_events (at, id)`.execute(db);
  await sql`
    create index security_events_of_merchant
    on security_events (merchant_id, at, id)`.execute(db);
  await sql`
    create index security_events_of_actor on security_events (lower(actor), at, id)`.execute(db);
  await sql`
    create index security_events_of_action on security_events (action, at, id)`.execute(db);
  await sql`
    create index security_events_of_address on security_events (address, at, id)`.execute(db);
}
