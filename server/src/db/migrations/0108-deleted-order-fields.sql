-- Finds deleted orders by numbers in their custom fields.

create index deleted_orders_by_custom_field on deleted_orders
using gin (regexp_split_to_array(document ->> 'customFields', '\D+'));
