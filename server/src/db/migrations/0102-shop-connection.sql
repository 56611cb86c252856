-- The address that a shop calls, and the last check of its connection.

alter table shops
  add column callback_url text,
  add column connection json,
  add column checked_at timestamptz(3);
