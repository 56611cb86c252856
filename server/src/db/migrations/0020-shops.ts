import { sql, type Kysely } from 'kysely';

/** Linked online shops and their orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table shops (
      merchant_id uuid primary key references merchants,
      shop text not null,
      encrypted_token bytea,
      linked_at timestamptz(3) not null,
      linked_by text not null,
      places_orders boolean not null,
      reconciled_at timestamptz(3)
    )`.execute(db);
  // Whose a shop is: the platform names shops and no merchants. One merchant has a shop.
  await sql`
    create table shop_merchants (
      shop text primary key,
      merchant_id uuid not null
    )`.execute(db);
  await sql`
    create table shop_orders (
      merchant_id uuid not null references merchants,
      shop_order_id text not null,
      shop text not null,
      created_at timestamptz(3) not null,
      is_open boolean not null,
      order_id uuid,
      document json not null,
      primary key (merchant_id, shop_order_id)
    )`.execute(db);
  await sql`create index shop_orders_by_time on shop_orders (merchant_id, created_at desc)`.execute(
    db,
  );
  await sql`
    create index open_shop_orders on shop_orders (merchant_id, created_at desc)
    where order_id is null and is_open`.execute(db);
  await sql`
    create index shop_orders_by_order on shop_orders (merchant_id, order_id)
    where order_id is not null`.execute(db);
}
