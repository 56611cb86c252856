import { sql, type Kysely } from 'kysely';

/** The ShipStation integration, and what is known of service users beside their names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table shipstation_integrations (
      merchant_id uuid primary key references merchants,
      encrypted_api_key bytea not null,
      label_file_format text not null,
      include_packing_slip boolean not null
    )`.execute(db);
  // Whose key it is, by its keyed hash: calls of ShipStation name no merchant. Not merchant-owned.
  await sql`
    create table shipstation_keys (
      key_hash bytea primary key,
      merchant_id uuid not null unique references merchants
    )`.execute(db);
  await sql`
    alter table service_users
      add column name text,
      add column expires_at timestamptz(3),
      add column last_used_at timestamptz(3)`.execute(db);
}
