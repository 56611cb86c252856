-- Keeps merchants of shops, requests for data, and shops' actions as security events.

create table shop_owners (
  shop text not null,
  merchant_id uuid not null references merchants,
  primary key (shop, merchant_id)
);

insert into shop_owners (shop, merchant_id)
select shop, merchant_id from shop_merchants
union select shop, merchant_id from shop_orders
union select shop, merchant_id from shop_deliveries where shop <> '';

create table shop_data_requests (
  merchant_id uuid not null references merchants,
  id uuid not null,
  shop text not null,
  request_id text not null,
  shop_order_ids text[] not null,
  requested_at timestamptz(3) not null,
  exported_at timestamptz(3),
  primary key (merchant_id, id)
);

create index shop_data_requests_by_age on shop_data_requests (requested_at);

insert into shop_data_requests
  (merchant_id, id, shop, request_id, shop_order_ids, requested_at)
select entry.merchant_id, entry.id, entry.details->>'shop', entry.details->>'request',
  string_to_array(entry.details->>'orders', ' '), entry.at
from merchants
join audit_entries as entry on entry.merchant_id = merchants.merchant_id
  and entry.subject_id = merchants.merchant_id
where entry.action = 'shop.data_requested';

insert into security_events (id, at, action, actor, subject, merchant_id)
select entry.id, entry.at, entry.action, entry.actor,
  concat_ws(' ', entry.details->>'shop', entry.details->>'request', entry.details->>'orders'),
  entry.merchant_id
from merchants
join audit_entries as entry on entry.merchant_id = merchants.merchant_id
  and entry.subject_id = merchants.merchant_id
where entry.action like 'shop.%';

delete from audit_entries as entry using merchants
where entry.merchant_id = merchants.merchant_id and entry.subject_id = merchants.merchant_id
  and entry.action like 'shop.%';
