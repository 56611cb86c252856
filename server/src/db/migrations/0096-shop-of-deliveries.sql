-- Delivery orders belong to the shop order of one shop; an empty shop where none was linked.

alter table shop_deliveries add column shop text not null default '';

update shop_deliveries
set shop = coalesce(shop_orders.shop, shops.shop, '')
from shop_deliveries as named
left join shop_orders on shop_orders.merchant_id = named.merchant_id
  and shop_orders.shop_order_id = named.shop_order_id
left join shops on shops.merchant_id = named.merchant_id
where shop_deliveries.merchant_id = named.merchant_id
  and shop_deliveries.shop_order_id = named.shop_order_id;

alter table shop_deliveries
  alter column shop drop default,
  drop constraint shop_deliveries_pkey,
  add primary key (merchant_id, shop, shop_order_id);
