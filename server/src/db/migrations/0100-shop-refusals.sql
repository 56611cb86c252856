-- Refusals of a shop: those of the last set-up, and the last of any call.

alter table shops
  add column refusals json not null default '[]',
  add column last_error text,
  add column last_error_at timestamptz(3);
