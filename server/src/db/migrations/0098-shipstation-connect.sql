-- Finds merchants by their ShipStation key; keeps connections, pickups and the last calls.

create table shipstation_keys (
  key_hash bytea primary key,
  merchant_id uuid not null unique
);

alter table shipstation_integrations
  add column connection_id uuid,
  add column connected_at timestamptz(3);

create table shipstation_calls (
  merchant_id uuid not null references merchants,
  id uuid not null,
  called_at timestamptz(3) not null,
  operation text not null,
  status smallint not null,
  code text,
  tracking_number text,
  primary key (merchant_id, id)
);

create table shipstation_pickups (
  merchant_id uuid not null references merchants,
  id uuid not null,
  order_ids uuid[] not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
