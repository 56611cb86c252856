import { sql, type Kysely } from 'kysely';

/** The index of traits in two, so that a change of status writes few places of it (docs/decisions/0017). */
export async function up(db: Kysely<unknown>): Promise<void> {
  // What searches find orders by: it changes when an order is edited, and not while it travels.
  await sql`
    create table searchable_orders (
      merchant_id uuid not null references merchants,
      id uuid not null,
      created_at timestamptz(3) not null,
      service text not null,
      delivery_type text not null,
      is_business boolean not null,
      origin_postal_code text not null,
      display_name text,
      tags text[] not null,
      search text not null
    )`.execute(db);
  await sql`
    insert into searchable_orders
    select
      merchant_id, id, created_at, service, delivery_type, is_business,
      origin_postal_code, display_name, tags, search
    from orders`.execute(db);
  await sql`alter table searchable_orders add primary key (merchant_id, id)`.execute(db);
  await sql`drop index orders_by_trait`.execute(db);
  await sql`
    drop function order_traits(
      text, text, text, boolean, boolean, text, text, text[], text
    )`.execute(db);
  // Every order has the first: with two traits to look for, PostgreSQL expects few rows and takes
  // the index.
  await sql`
    create function lasting_traits(
      service text, delivery_type text, is_business boolean,
      origin_postal_code text, display_name text, tags text[]
    ) returns text[]
    language sql immutable parallel safe
    return array[
      'any',
      'service:' || service,
      'type:' || delivery_type,
      'business:' || is_business,
      'origin:' || origin_postal_code,
      'name:' || display_name
    ] || array(select 'tag:' || tag from unnest(tags) as tag)`.execute(db);
  // What is not ASCII is written in digits first, so that no locale decides what a letter is.
  await sql`
    create function text_traits(search text) returns text[]
    language sql immutable parallel safe cost 1000
    return show_trgm(encode(convert_to(search, 'UTF8'), 'escape'))`.execute(db);
  await sql`
    create index orders_by_trait on orders using gin (
      trait_keys(merchant_id, order_span(created_at), lasting_traits(
        service, delivery_type, is_business, origin_postal_code, display_name, tags
      ) || array['status:' || status, 'fulfilled:' || is_fulfilled, 'label:' || label_status])
    ) with (gin_pending_list_limit = 256)`.execute(db);
  await sql`
    create index searchable_orders_by_trait on searchable_orders using gin (
      trait_keys(merchant_id, order_span(created_at), lasting_traits(
        service, delivery_type, is_business, origin_postal_code, display_name, tags
      ) || text_traits(search))
    ) with (gin_pending_list_limit = 256)`.execute(db);
  // Nothing is planned by how frequent a number is, and to find it out would take analyze seconds.
  await sql`alter index orders_by_trait alter column 1 set statistics 0`.execute(db);
  await sql`alter index searchable_orders_by_trait alter column 1 set statistics 0`.execute(db);
}
