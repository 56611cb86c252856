import { sql, type Kysely } from 'kysely';

/** What lists of orders need beside filters: summaries, changes, deleted orders, views and columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      add column recipient_name text not null default '',
      add column is_scanned boolean not null default false,
      add column modified_at timestamptz(3) not null default 'epoch'`.execute(db);
  await sql`
    update orders set
      recipient_name = document->'recipient'->>'name',
      is_scanned = json_array_length(document->'otherScans') > 0 or exists (
        select from json_array_elements(document->'scanEvents') as package
        where json_array_length(package->'events') > 0
      ),
      modified_at = to_timestamp((document->>'modified')::numeric / 1000)`.execute(db);
  await sql`create index orders_by_change on orders (merchant_id, modified_at)`.execute(db);
  // A table of their own, so that no query of orders can forget to leave them out.
  await sql`
    create table deleted_orders (
      merchant_id uuid not null references merchants,
      id uuid not null,
      created_at timestamptz(3) not null,
      version integer not null,
      deleted_at timestamptz(3) not null,
      deleted_by text not null,
      document json not null,
      primary key (merchant_id, id)
    )`.execute(db);
  await sql`
    create index deleted_orders_by_change on deleted_orders (merchant_id, deleted_at)`.execute(db);
  await sql`create index deleted_orders_by_age on deleted_orders (deleted_at)`.execute(db);
  await sql`
    create table order_views (
      merchant_id uuid not null references merchants,
      username text not null,
      id uuid not null,
      name_key text not null,
      document json not null,
      primary key (merchant_id, username, id),
      unique (merchant_id, username, name_key)
    )`.execute(db);
  await sql`
    create table order_columns (
      merchant_id uuid not null references merchants,
      username text not null,
      columns text[] not null,
      primary key (merchant_id, username)
    )`.execute(db);
}
