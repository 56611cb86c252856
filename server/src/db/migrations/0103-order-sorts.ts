import { sql, type Kysely } from 'kysely';

/** Adds the time by which orders must be ready, and indexes of sorts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column ship_by timestamptz(3)`.execute(db);
  const { rows } = await sql<{ id: string; zone: string }>`
    select merchant_id as id, document ->> 'timeZone' as zone from merchants`.execute(db);
  for (const { id, zone } of rows) await fillShipBy(db, id, zone);
  await sql`
    create index orders_by_ship_by on orders (merchant_id, ship_by, id)
    where ship_by is not null`.execute(db);
  await sql`
    create index orders_by_recipient on orders
    (merchant_id, recipient_name collate "und-x-icu", id)`.execute(db);
  await sql`
    create index orders_by_city on orders
    (merchant_id, (document -> 'recipientAddress' ->> 'city') collate "und-x-icu", id)`.execute(db);
}

/**
 * For orders that the carrier does not have, by promise and the shipped tariff's cutoff of 13:00.
 */
async function fillShipBy(db: Kysely<unknown>, merchantId: string, zone: string): Promise<void> {
  await sql`
    with open as (
      select id, document, created_at, service in ('SCHEDULED', 'CUSTOMER_BOOKING') as is_booked,
        case service when 'SAMEDAY' then 0 when 'NEXTDAY' then 1 else 2 end as transit,
        to_timestamp((document ->> 'completeAfter')::double precision / 1000) as starts,
        to_timestamp((document -> 'rateChoice' ->> 'epochEstimateTo')::double precision / 1000) as ends
      from orders
      where merchant_id = ${merchantId} and status in ('GEOCODED', 'PICKUP_READY')
    ), cutoffs as (
      select id, document, created_at, is_booked, starts,
        case when is_booked
          then ((starts at time zone ${zone} - interval '13 hours')::date + time '13:00')
          else (ends at time zone ${zone})::date - transit + time '13:00'
        end at time zone ${zone} as cutoff
      from open
    ), due as (
      select id, document,
        case when is_booked and cutoff <= created_at then starts else cutoff end as ship_by
      from cutoffs
    )
    update orders
    set ship_by = due.ship_by,
      document = (left(due.document::text, -1) || ',"shipBy":'
        || (extract(epoch from due.ship_by) * 1000)::bigint || '}')::json
    from due
    where orders.merchant_id = ${merchantId} and orders.id = due.id and due.ship_by is not null`.execute(
    db,
  );
}
