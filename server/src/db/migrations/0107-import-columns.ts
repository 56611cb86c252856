import { sql, type Kysely } from 'kysely';

/** The columns that merchants chose for the headers of their import files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table import_columns (
      merchant_id uuid primary key references merchants,
      order_details json not null default '{}',
      order_packages json not null default '{}'
    )`.execute(db);
}
