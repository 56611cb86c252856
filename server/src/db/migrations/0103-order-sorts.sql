-- Adds the time by which orders must be ready, and indexes of sorts.

alter table orders add column ship_by timestamptz(3);

-- For orders that the carrier does not have, by promise and the shipped tariff's cutoff of 13:00.
do $$
declare
  merchant record;
begin
  for merchant in select merchant_id as id, document ->> 'timeZone' as zone from merchants loop
    with open as (
      select id, document, created_at, service in ('SCHEDULED', 'CUSTOMER_BOOKING') as is_booked,
        case service when 'SAMEDAY' then 0 when 'NEXTDAY' then 1 else 2 end as transit,
        to_timestamp((document ->> 'completeAfter')::double precision / 1000) as starts,
        to_timestamp((document -> 'rateChoice' ->> 'epochEstimateTo')::double precision / 1000)
          as ends
      from orders
      where merchant_id = merchant.id and status in ('GEOCODED', 'PICKUP_READY')
    ), cutoffs as (
      select id, document, created_at, is_booked, starts,
        case when is_booked
          then ((starts at time zone merchant.zone - interval '13 hours')::date + time '13:00')
          else (ends at time zone merchant.zone)::date - transit + time '13:00'
        end at time zone merchant.zone as cutoff
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
    where orders.merchant_id = merchant.id and orders.id = due.id and due.ship_by is not null;
  end loop;
end $$;

create index orders_by_ship_by on orders (merchant_id, ship_by, id)
where ship_by is not null;

create index orders_by_recipient on orders
(merchant_id, recipient_name collate "und-x-icu", id);

create index orders_by_city on orders
(merchant_id, (document -> 'recipientAddress' ->> 'city') collate "und-x-icu", id);
