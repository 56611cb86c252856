import { sql, type Kysely } from 'kysely';

/** Orders with the shop order that a custom field names, as `shop-order-id.ts` did when this was written. */
const named = (table: 'orders' | 'deleted_orders') => sql`
  select ${sql.ref(table)}.merchant_id, ${sql.ref(table)}.id, created_at,
    substring(btrim(field->>'value') from '^(?:gid://shopify/Order/)?(\\d{1,20})$') as shop_order_id
  from ${sql.table(table)}, json_array_elements(document->'customFields') as field
  where regexp_replace(lower(normalize(field->>'name', nfkd)), '[^a-z]', '', 'g')
    ~ '^(shop|shopify)(order)?id$'`;

/** The one delivery order of each shop order: filled from what is known of orders of every source. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table shop_deliveries (
      merchant_id uuid not null references merchants,
      shop_order_id text not null,
      order_id uuid not null,
      primary key (merchant_id, shop_order_id)
    )`.execute(db);
  const keep = sql`
    where shop_order_id is not null
    order by merchant_id, shop_order_id, created_at
    on conflict do nothing`;
  await sql`
    insert into shop_deliveries
    select merchant_id, shop_order_id, order_id from shop_orders where order_id is not null`.execute(
    db,
  );
  for (const orders of [
    sql`${named('orders')} and status <> 'CANCELLED'`,
    named('orders'),
    named('deleted_orders'),
  ]) {
    await sql`
      insert into shop_deliveries
      select distinct on (merchant_id, shop_order_id) merchant_id, shop_order_id, id
      from (${orders}) as named ${keep}`.execute(db);
  }
  await sql`alter table shop_orders drop column order_id`.execute(db);
  await sql`
    create index open_shop_orders on shop_orders (merchant_id, created_at desc)
    where is_open`.execute(db);
}
