import { sql, type Kysely } from 'kysely';

/** Packages that a merchant ships often, remembered by name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table package_presets (
      merchant_id uuid not null references merchants,
      id uuid not null,
      name_key text not null,
      document json not null,
      primary key (merchant_id, id),
      unique (merchant_id, name_key)
    )`.execute(db);
}
