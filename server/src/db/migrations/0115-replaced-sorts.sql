-- Drops what 0111 replaced, which did so itself at first. In one transaction with the new indexes
-- it ended the changes of servers at work as deadlocks.

-- A cluster drops one in a statement.
drop index if exists orders_by_city;

drop index if exists orders_by_recipient;
