-- Servers that run, with the keys that they hold.

create table running_servers (
  id uuid primary key,
  name text not null,
  version text not null,
  key_versions integer[] not null,
  encrypts_with integer not null,
  seen_at timestamptz(3) not null
);
