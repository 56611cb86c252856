-- Labels of ShipStation, which keys of 48 hours held before.

create table shipstation_labels (
  merchant_id uuid not null references merchants,
  transaction_id text not null,
  order_id uuid not null,
  request_hash bytea not null,
  primary key (merchant_id, transaction_id)
);

insert into shipstation_labels (merchant_id, transaction_id, order_id, request_hash)
select merchant_id, substr(key, length('shipstation/') + 1), (answer#>>'{}')::uuid, request_hash
from idempotency_keys
where key like 'shipstation/%' and json_typeof(answer) = 'string';
