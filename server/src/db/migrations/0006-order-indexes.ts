import { sql, type Kysely } from 'kysely';

/** The index that finds few among a merchant's many orders, newest first (docs/decisions/0011). */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Beside a document that fills the row, PostgreSQL would keep these apart: to compare the text of
  // an order would then take four reads more. Orders that are there move theirs with their next change.
  await sql`
    alter table orders
      alter column search set storage main,
      alter column tags set storage main,
      alter column recipient_name set storage main`.execute(db);
  // The span of time an order is of: its 30 days, counted from 1970.
  await sql`
    create function order_span(created_at timestamptz) returns integer
    language sql immutable parallel safe
    return floor(extract(epoch from created_at at time zone 'UTC') / 2592000)::integer`.execute(db);
  // What an order can be found by: its values, and every three letters or digits of its text. What
  // is not ASCII is written in digits first, so that no locale decides what a letter is. Every order
  // has the first: with two traits to look for, PostgreSQL expects few rows and takes this index.
  await sql`
    create function order_traits(
      status text, service text, delivery_type text, is_business boolean, is_fulfilled boolean,
      origin_postal_code text, display_name text, tags text[], search text
    ) returns text[]
    language sql immutable parallel safe cost 1000
    return array[
      'any',
      'status:' || status,
      'service:' || service,
      'type:' || delivery_type,
      'business:' || is_business,
      'fulfilled:' || is_fulfilled,
      'origin:' || origin_postal_code,
      'name:' || display_name
    ]
    || array(select 'tag:' || tag from unnest(tags) as tag)
    || show_trgm(encode(convert_to(search, 'UTF8'), 'escape'))`.execute(db);
  // A trait of one merchant's orders in one span, as a number: the index keeps them apart by it, so
  // that what others have, and what is long ago, costs nothing.
  await sql`
    create function trait_keys(merchant_id uuid, span integer, traits text[]) returns integer[]
    language sql immutable parallel safe
    return array(
      select (hashtextextended(trait, uuid_hash_extended(merchant_id, span)) >> 32)::integer
      from unnest(traits) as trait
    )`.execute(db);
  await sql`drop index orders_by_text`.execute(db);
  await sql`drop index orders_by_tag`.execute(db);
  // What is not indexed yet waits in a list that each look at the index reads through: a short one,
  // of some 80 orders, makes an insert half as long, and a look hardly longer.
  await sql`
    create index orders_by_trait on orders using gin (
      trait_keys(merchant_id, order_span(created_at), order_traits(
        status, service, delivery_type, is_business, is_fulfilled,
        origin_postal_code, display_name, tags, search
      ))
    ) with (gin_pending_list_limit = 256)`.execute(db);
  // Nothing is planned by how frequent a number is, and to find it out would take analyze seconds.
  await sql`alter index orders_by_trait alter column 1 set statistics 0`.execute(db);
}
