import { sql, type Kysely } from 'kysely';

/** Orders as documents with their projected columns, their audit, and what creating one needs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table orders (
      merchant_id uuid not null references merchants,
      id uuid not null,
      created_at timestamptz(3) not null,
      status text not null,
      tracking_number text not null,
      version integer not null,
      document json not null,
      primary key (merchant_id, id)
    )`.execute(db);
  // Compressed, and always in the row: by default what is over 2 kB even so is kept elsewhere, and
  // a page of 100 orders takes PostgreSQL a tenth longer (docs/decisions/0007).
  await sql`alter table orders alter document set storage main`.execute(db);
  await sql`
    create index orders_newest_first on orders (merchant_id, created_at desc, id desc)`.execute(db);
  await sql`
    create table audit_entries (
      merchant_id uuid not null references merchants,
      id uuid not null,
      at timestamptz(3) not null,
      actor text not null,
      action text not null,
      subject_id uuid not null,
      details json not null,
      primary key (merchant_id, id)
    )`.execute(db);
  await sql`
    create index audit_entries_of_subject
    on audit_entries (merchant_id, subject_id, at)`.execute(db);
  await sql`
    create table idempotency_keys (
      merchant_id uuid not null references merchants,
      key text not null,
      request_hash bytea not null,
      answer json not null,
      created_at timestamptz(3) not null,
      primary key (merchant_id, key)
    )`.execute(db);
  await sql`create index idempotency_keys_by_age on idempotency_keys (created_at)`.execute(db);
  await sql`
    create table saved_addresses (
      merchant_id uuid not null references merchants,
      id uuid not null,
      created_at timestamptz(3) not null,
      fingerprint bytea not null,
      search text not null,
      document json not null,
      primary key (merchant_id, id),
      unique (merchant_id, fingerprint)
    )`.execute(db);
  await sql`
    create index saved_addresses_newest_first
    on saved_addresses (merchant_id, created_at desc)`.execute(db);
}
