import { sql, type Kysely } from 'kysely';

/** Imports of orders with their rows, and what leads from an import or a reference to orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column import_id uuid, add column ref_number text`.execute(db);
  await sql`
    update orders set ref_number = document->>'refNumber'
    where document->>'refNumber' is not null`.execute(db);
  await sql`
    create index orders_of_import on orders (merchant_id, import_id, created_at desc, id desc)
    where import_id is not null`.execute(db);
  await sql`
    create index orders_by_reference on orders (merchant_id, ref_number)
    where ref_number is not null`.execute(db);
  await sql`
    create table imports (
      merchant_id uuid not null references merchants,
      id uuid not null,
      state text not null,
      created_at timestamptz(3) not null,
      created_by text not null,
      content_hash bytea,
      details_name text,
      packages_name text,
      total integer not null default 0,
      packages integer not null default 0,
      created integer not null default 0,
      failed integer not null default 0,
      stray_packages integer not null default 0,
      done_through integer not null default 0,
      started_at timestamptz(3),
      finished_at timestamptz(3),
      undo_state text,
      undone_by text,
      undone_at timestamptz(3),
      deleted integer not null default 0,
      primary key (merchant_id, id)
    )`.execute(db);
  await sql`create index imports_by_content on imports (merchant_id, content_hash)`.execute(db);
  await sql`create index imports_by_age on imports (created_at)`.execute(db);
  // No foreign keys: rows arrive while their import is not there for anybody yet, and are deleted
  // with it in parts.
  await sql`
    create table import_rows (
      merchant_id uuid not null,
      import_id uuid not null,
      row integer not null,
      reference text,
      cells json not null,
      problems json,
      primary key (merchant_id, import_id, row)
    )`.execute(db);
  await sql`
    create index import_rows_by_reference on import_rows (merchant_id, import_id, reference, row)
  `.execute(db);
  await sql`
    create index failed_import_rows on import_rows (merchant_id, import_id, row)
    where problems is not null`.execute(db);
  await sql`
    create table import_packages (
      merchant_id uuid not null,
      import_id uuid not null,
      row integer not null,
      reference text,
      cells json not null,
      primary key (merchant_id, import_id, row)
    )`.execute(db);
  await sql`
    create index import_packages_by_reference
    on import_packages (merchant_id, import_id, reference, row)`.execute(db);
}
