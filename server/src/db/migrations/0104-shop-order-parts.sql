-- Delivery orders ship parts of a shop order: those of one location. An empty part is the whole.

alter table shop_deliveries
  add column part_id text not null default '',
  add column location_id text,
  drop constraint shop_deliveries_pkey,
  add primary key (merchant_id, shop, shop_order_id, part_id);
