-- The schema as of 0095. Never edit it: each change is a migration of its own.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Merchants, their people and their settings

create table merchants (
  merchant_id uuid primary key,
  document json not null,
  disabled_at timestamptz(3),
  requires_second_factor boolean not null default false
);

create table users (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  username text not null,
  name text not null,
  kind text not null check (kind in ('user', 'service')),
  password_hash text not null,
  must_change_password boolean not null,
  created_at timestamptz(3) not null,
  phone text
);
create unique index users_by_username on users (lower(username));

create table merchant_users (
  merchant_id uuid not null references merchants,
  username text not null,
  name text not null,
  phone text,
  role text not null check (role in ('owner', 'member')),
  invited_at timestamptz(3) not null,
  last_sign_in_at timestamptz(3),
  disabled_at timestamptz(3),
  primary key (merchant_id, username)
);

create table service_users (
  merchant_id uuid not null references merchants,
  username text not null,
  created_at timestamptz(3) not null,
  name text,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  primary key (merchant_id, username)
);

create table feature_flags (
  flag text not null,
  merchant_id uuid references merchants,
  enabled boolean not null,
  unique nulls not distinct (flag, merchant_id)
);

create table package_presets (
  merchant_id uuid not null references merchants,
  id uuid not null,
  name_key text not null,
  document json not null,
  primary key (merchant_id, id),
  unique (merchant_id, name_key)
);

create table shipstation_integrations (
  merchant_id uuid primary key references merchants,
  encrypted_api_key bytea not null,
  label_file_format text not null,
  include_packing_slip boolean not null
);

-- Sessions and second factors

create table signing_keys (
  kid text primary key,
  created_at timestamptz(3) not null,
  encrypted_jwk bytea not null
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  started_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  user_agent text,
  factor_checked_at timestamptz(3),
  awaits_factor boolean not null default false,
  password_checked_at timestamptz(3)
);
create index sessions_by_end on sessions (expires_at);
create index sessions_of_user on sessions (user_id);

create table refresh_tokens (
  token_hash bytea primary key,
  family_id uuid not null references sessions on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  rotated_at timestamptz(3),
  successor_salt bytea
);
create index refresh_tokens_of_family on refresh_tokens (family_id);
create index refresh_tokens_of_user on refresh_tokens (user_id);

create table known_devices (
  username text not null,
  token_hash bytea not null,
  last_seen_at timestamptz(3) not null,
  primary key (username, token_hash)
);
create index known_devices_by_age on known_devices (last_seen_at);

create table authenticator_apps (
  user_id uuid primary key references users on delete cascade,
  encrypted_secret bytea not null,
  created_at timestamptz(3) not null,
  confirmed_at timestamptz(3),
  last_step integer
);

create table passkeys (
  user_id uuid not null references users on delete cascade,
  id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  primary key (user_id, id)
);
create unique index passkeys_by_credential on passkeys (user_id, credential_id);

create table passkey_challenges (
  user_id uuid not null references users on delete cascade,
  challenge text not null,
  expires_at timestamptz(3) not null,
  primary key (user_id, challenge)
);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Accounts: limits, mails and what happened

-- Unlogged: a crash may lose counts of minutes.
create unlogged table throttles (
  key bytea primary key,
  attempts integer not null,
  resets_at timestamptz(3) not null
);
create index throttles_by_end on throttles (resets_at);

create table password_resets (
  username text primary key,
  code_hash text not null,
  attempts_left integer not null,
  expires_at timestamptz(3) not null
);
create index password_resets_by_end on password_resets (expires_at);

create table mails (
  id uuid primary key,
  created_at timestamptz(3) not null,
  recipient text not null,
  subject text not null,
  sent_at timestamptz(3),
  last_error text,
  encrypted_body bytea
);
create index mails_by_age on mails (created_at);

-- One index for each filter of `npm run portage -- audit`.
create table security_events (
  id uuid primary key,
  at timestamptz(3) not null,
  action text not null,
  actor text not null,
  subject text,
  merchant_id uuid references merchants,
  address text
);
create index security_events_by_age on security_events (at, id);
create index security_events_of_action on security_events (action, at, id);
create index security_events_of_actor on security_events (lower(actor), at, id);
create index security_events_of_address on security_events (address, at, id);
create index security_events_of_merchant on security_events (merchant_id, at, id);

create table secrets (
  name text primary key,
  encrypted_value bytea not null
);

-- Orders

-- The 30 days of an order, counted from 1970.
create function order_span(created_at timestamptz) returns integer
language sql immutable parallel safe
return floor(extract(epoch from created_at at time zone 'UTC') / 2592000)::integer;

-- Traits for filters and searches. With 'any' as a second one PostgreSQL expects few rows.
create function lasting_traits(
  service text, delivery_type text, is_business boolean,
  origin_postal_code text, display_name text, tags text[]
) returns text[]
language sql immutable parallel safe
return array[
  'any',
  'service:' || service,
  'type:' || delivery_type,
  'business:' || is_business,
  'origin:' || origin_postal_code,
  'name:' || display_name
] || array(select 'tag:' || tag from unnest(tags) as tag);

-- Trigrams of a text. Writes non-ASCII letters as digits: locales disagree on letters.
create function text_traits(search text) returns text[]
language sql immutable parallel safe cost 1000
return show_trgm(encode(convert_to(search, 'UTF8'), 'escape'));

-- Hashes traits with merchant and span: scans skip other merchants and old orders.
create function trait_keys(merchant_id uuid, span integer, traits text[]) returns integer[]
language sql immutable parallel safe
return array(
  select (hashtextextended(trait, uuid_hash_extended(merchant_id, span)) >> 32)::integer
  from unnest(traits) as trait
);

create table orders (
  merchant_id uuid not null references merchants,
  id uuid not null,
  created_at timestamptz(3) not null,
  status text not null,
  tracking_number text not null,
  version integer not null,
  document json not null,
  service text not null default '',
  delivery_type text not null default '',
  is_business boolean not null default false,
  is_fulfilled boolean not null default false,
  delivered_at timestamptz(3),
  origin_postal_code text not null default '',
  display_name text,
  tags text[] not null default '{}',
  search text not null default '',
  recipient_name text not null default '',
  is_scanned boolean not null default false,
  modified_at timestamptz(3) not null default '1970-01-01 00:00:00+00',
  label_status text not null default 'NOT_PRINTED',
  import_id uuid,
  ref_number text,
  primary key (merchant_id, id)
);
-- In the row, compressed: reading a page is faster (docs/decisions/0007).
alter table orders alter column document set storage main;
alter table orders alter column tags set storage main;
alter table orders alter column search set storage main;
alter table orders alter column recipient_name set storage main;
create index orders_by_change on orders (merchant_id, modified_at);
create index orders_by_delivery on orders (merchant_id, delivered_at)
  where delivered_at is not null;
create index orders_by_label on orders (merchant_id, label_status, created_at desc, id desc);
create index orders_by_reference on orders (merchant_id, ref_number) where ref_number is not null;
create index orders_by_status on orders (merchant_id, status, created_at desc, id desc);
create index orders_newest_first on orders (merchant_id, created_at desc, id desc);
create index orders_of_import on orders (merchant_id, import_id, created_at desc, id desc)
  where import_id is not null;
-- Each look reads the list of what is not indexed yet: 256 kB keep it short.
create index orders_by_trait on orders using gin (
  trait_keys(merchant_id, order_span(created_at), lasting_traits(
    service, delivery_type, is_business, origin_postal_code, display_name, tags
  ) || array['status:' || status, 'fulfilled:' || is_fulfilled, 'label:' || label_status])
) with (gin_pending_list_limit = 256);
-- No plan uses statistics of hashes, and gathering them takes seconds.
alter index orders_by_trait alter column 1 set statistics 0;

-- Columns that searches use, apart from statuses (docs/decisions/0017).
create table searchable_orders (
  merchant_id uuid not null references merchants,
  id uuid not null,
  created_at timestamptz(3) not null,
  service text not null,
  delivery_type text not null,
  is_business boolean not null,
  origin_postal_code text not null,
  display_name text,
  tags text[] not null,
  search text not null,
  primary key (merchant_id, id)
);
create index searchable_orders_by_trait on searchable_orders using gin (
  trait_keys(merchant_id, order_span(created_at), lasting_traits(
    service, delivery_type, is_business, origin_postal_code, display_name, tags
  ) || text_traits(search))
) with (gin_pending_list_limit = 256);
alter index searchable_orders_by_trait alter column 1 set statistics 0;

create table deleted_orders (
  merchant_id uuid not null references merchants,
  id uuid not null,
  created_at timestamptz(3) not null,
  version integer not null,
  deleted_at timestamptz(3) not null,
  deleted_by text not null,
  document json not null,
  primary key (merchant_id, id)
);
create index deleted_orders_by_age on deleted_orders (deleted_at);
create index deleted_orders_by_change on deleted_orders (merchant_id, deleted_at);

create table order_edits (
  merchant_id uuid not null references merchants,
  order_id uuid not null,
  version integer not null,
  at timestamptz(3) not null,
  by text not null,
  changes json not null,
  primary key (merchant_id, order_id, version)
);

create table order_photos (
  merchant_id uuid not null references merchants,
  order_id uuid not null,
  id uuid not null,
  media_type text not null,
  uploaded_at timestamptz(3) not null,
  primary key (merchant_id, order_id, id)
);

-- Refers to no table: on a cluster it stays on the coordinator (docs/cluster.md).
create table tracking_numbers (
  tracking_number text primary key,
  order_id uuid not null unique,
  merchant_id uuid not null
);

create table audit_entries (
  merchant_id uuid not null references merchants,
  id uuid not null,
  at timestamptz(3) not null,
  actor text not null,
  action text not null,
  subject_id uuid not null,
  details json not null,
  primary key (merchant_id, id)
);
create index audit_entries_of_subject on audit_entries (merchant_id, subject_id, at);

create table idempotency_keys (
  merchant_id uuid not null references merchants,
  key text not null,
  request_hash bytea not null,
  answer json not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table order_views (
  merchant_id uuid not null references merchants,
  username text not null,
  id uuid not null,
  name_key text not null,
  document json not null,
  primary key (merchant_id, username, id),
  unique (merchant_id, username, name_key)
);

create table order_columns (
  merchant_id uuid not null references merchants,
  username text not null,
  columns text[] not null,
  primary key (merchant_id, username)
);

create table order_days (
  merchant_id uuid not null references merchants,
  day date not null,
  placed integer not null,
  delivered integer not null,
  promised integer not null,
  on_time integer not null,
  spent_cad numeric(12,2) not null,
  spent_usd numeric(12,2) not null,
  primary key (merchant_id, day)
);

create table order_day_rollups (
  merchant_id uuid primary key references merchants,
  rolled_up_at timestamptz(3) not null
);

-- Imports. Rows have no foreign keys: they arrive before their import and leave in parts

create table imports (
  merchant_id uuid not null references merchants,
  id uuid not null,
  state text not null,
  created_at timestamptz(3) not null,
  created_by text not null,
  content_hash bytea,
  details_name text,
  packages_name text,
  total integer not null default 0,
  packages integer not null default 0,
  created integer not null default 0,
  failed integer not null default 0,
  stray_packages integer not null default 0,
  done_through integer not null default 0,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  undo_state text,
  undone_by text,
  undone_at timestamptz(3),
  deleted integer not null default 0,
  confirmed boolean not null default false,
  leaves_out_attention boolean not null default false,
  primary key (merchant_id, id)
);
create index imports_by_age on imports (created_at);
create index imports_by_content on imports (merchant_id, content_hash);

create table import_rows (
  merchant_id uuid not null,
  import_id uuid not null,
  row integer not null,
  reference text,
  cells json not null,
  problems json,
  primary key (merchant_id, import_id, row)
);
create index failed_import_rows on import_rows (merchant_id, import_id, row)
  where problems is not null;
create index import_rows_by_reference on import_rows (merchant_id, import_id, reference, row);
create statistics import_rows_of_import (dependencies) on merchant_id, import_id from import_rows;

create table import_packages (
  merchant_id uuid not null,
  import_id uuid not null,
  row integer not null,
  reference text,
  cells json not null,
  primary key (merchant_id, import_id, row)
);
create index import_packages_by_reference
  on import_packages (merchant_id, import_id, reference, row);
create statistics import_packages_of_import (dependencies)
  on merchant_id, import_id from import_packages;

-- The address book

create table saved_addresses (
  merchant_id uuid not null references merchants,
  id uuid not null,
  created_at timestamptz(3) not null,
  fingerprint bytea not null,
  search text not null,
  document json not null,
  deleted_at timestamptz(3),
  name_key text not null,
  phone_key text,
  primary key (merchant_id, id)
);
create index saved_addresses_by_name on saved_addresses (merchant_id, name_key)
  where deleted_at is null;
create index saved_addresses_by_phone on saved_addresses (merchant_id, phone_key)
  where deleted_at is null and phone_key is not null;
create index saved_addresses_deleted on saved_addresses (deleted_at) where deleted_at is not null;
create index saved_addresses_newest_first on saved_addresses (merchant_id, created_at desc, id desc)
  where deleted_at is null;
create unique index saved_addresses_by_fingerprint on saved_addresses (merchant_id, fingerprint)
  where deleted_at is null;

-- The carrier

create table carrier_keys (
  id uuid primary key,
  name text not null,
  key_hash bytea not null unique,
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);

create table carrier_events (
  merchant_id uuid not null references merchants,
  event_id text not null,
  order_id uuid not null,
  received_at timestamptz(3) not null,
  primary key (merchant_id, event_id)
);
create index carrier_events_by_age on carrier_events (received_at);

create table logos (
  url text primary key,
  fetched_at timestamptz(3) not null,
  picture bytea
);

-- Shops

create table shops (
  merchant_id uuid primary key references merchants,
  shop text not null,
  encrypted_token bytea,
  linked_at timestamptz(3) not null,
  linked_by text not null,
  places_orders boolean not null,
  reconciled_at timestamptz(3)
);

create table shop_merchants (
  shop text primary key,
  merchant_id uuid not null
);

create table shop_orders (
  merchant_id uuid not null references merchants,
  shop_order_id text not null,
  shop text not null,
  created_at timestamptz(3) not null,
  is_open boolean not null,
  document json not null,
  primary key (merchant_id, shop_order_id)
);
create index open_shop_orders on shop_orders (merchant_id, created_at desc) where is_open;
create index shop_orders_by_time on shop_orders (merchant_id, created_at desc);

create table shop_deliveries (
  merchant_id uuid not null references merchants,
  shop_order_id text not null,
  order_id uuid not null,
  primary key (merchant_id, shop_order_id)
);

create table unreadable_shop_orders (
  merchant_id uuid not null references merchants,
  shop_order_id text not null,
  shop text not null,
  number text,
  reason text,
  failed_at timestamptz(3) not null,
  primary key (merchant_id, shop_order_id)
);

create table shop_webhooks (
  merchant_id uuid not null references merchants,
  webhook_id text not null,
  received_at timestamptz(3) not null,
  primary key (merchant_id, webhook_id)
);
create index shop_webhooks_by_time on shop_webhooks (received_at);

-- Visitors

create table sign_up_requests (
  id uuid primary key,
  created_at timestamptz(3) not null,
  email text not null,
  state text not null check (state in ('pending', 'approved', 'declined')),
  document json not null,
  decided_at timestamptz(3),
  merchant_id uuid references merchants
);
create index sign_up_requests_by_age on sign_up_requests (created_at, id);

create table contact_requests (
  id uuid primary key,
  created_at timestamptz(3) not null,
  document json not null,
  submitted_at timestamptz(3),
  last_error text
);
create index contact_requests_by_age on contact_requests (created_at);

-- The tariff

create table tariffs (
  version text primary key,
  effective_from timestamptz(3) not null unique,
  loaded_at timestamptz(3) not null
);

create table tariff_services (
  version text not null references tariffs on delete cascade,
  service text not null,
  first_day integer,
  last_day integer,
  opens text,
  closes text,
  primary key (version, service)
);

create table tariff_areas (
  version text not null references tariffs on delete cascade,
  area text not null,
  name_en text not null,
  name_fr text not null,
  time_zone text not null,
  currency text not null,
  primary key (version, area)
);

create table tariff_zones (
  version text not null,
  zone text not null,
  area text not null,
  surcharge integer not null check (surcharge >= 0),
  primary key (version, zone),
  foreign key (version, area) references tariff_areas on delete cascade
);

create table tariff_prefixes (
  version text not null,
  prefix text not null,
  zone text not null,
  primary key (version, prefix),
  foreign key (version, zone) references tariff_zones on delete cascade
);

create table tariff_corridors (
  version text not null,
  area text not null,
  other_area text not null,
  primary key (version, area, other_area),
  foreign key (version, area) references tariff_areas on delete cascade
);

create table tariff_prices (
  version text not null references tariffs on delete cascade,
  service text not null,
  reach text not null,
  price integer not null check (price >= 0),
  primary key (version, service, reach)
);

create table tariff_surcharges (
  version text not null references tariffs on delete cascade,
  measure text not null,
  above double precision not null,
  up_to double precision,
  unit double precision not null,
  price integer not null check (price >= 0),
  primary key (version, measure, above)
);

create table tariff_cutoffs (
  version text not null references tariffs on delete cascade,
  service text not null,
  area text,
  cutoff text not null,
  when_late text not null,
  unique nulls not distinct (version, service, area)
);
