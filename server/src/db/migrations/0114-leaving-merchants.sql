-- Set while a merchant is being deleted.

alter table merchants add column leaving_since timestamptz(3);
