import { sql, type Kysely } from 'kysely';

/** What an order's life needs: edits, what the carrier reports, and photos. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Carriers and recipients know an order by its number alone: here it leads to the merchant. Not
  // merchant-owned; where orders are spread over machines, it is on each of them.
  await sql`
    create table tracking_numbers (
      tracking_number text not null,
      order_id uuid not null,
      merchant_id uuid not null
    )`.execute(db);
  await sql`
    insert into tracking_numbers (tracking_number, order_id, merchant_id)
    select tracking_number, id, merchant_id from orders
    union all
    select document->>'trackingNumber', id, merchant_id from deleted_orders`.execute(db);
  // Not before the orders that are there: checked one by one, they would take five times as long.
  await sql`
    alter table tracking_numbers
      add primary key (tracking_number),
      add unique (order_id),
      add foreign key (merchant_id) references merchants`.execute(db);
  // Apart from the audit, which keeps no personal data of recipients and outlives the order.
  await sql`
    create table order_edits (
      merchant_id uuid not null references merchants,
      order_id uuid not null,
      version integer not null,
      at timestamptz(3) not null,
      by text not null,
      changes json not null,
      primary key (merchant_id, order_id, version)
    )`.execute(db);
  await sql`
    create table carrier_keys (
      id uuid primary key,
      name text not null,
      key_hash bytea not null unique,
      created_at timestamptz(3) not null,
      revoked_at timestamptz(3)
    )`.execute(db);
  // The events that were seen, so that none is done twice.
  await sql`
    create table carrier_events (
      merchant_id uuid not null references merchants,
      event_id text not null,
      order_id uuid not null,
      received_at timestamptz(3) not null,
      primary key (merchant_id, event_id)
    )`.execute(db);
  await sql`create index carrier_events_by_age on carrier_events (received_at)`.execute(db);
  await sql`
    create table order_photos (
      merchant_id uuid not null references merchants,
      order_id uuid not null,
      id uuid not null,
      media_type text not null,
      uploaded_at timestamptz(3) not null,
      primary key (merchant_id, order_id, id)
    )`.execute(db);
  // Keys that the server makes for itself and every process of it needs, such as that of links.
  await sql`
    create table secrets (
      name text primary key,
      value bytea not null
    )`.execute(db);
}
