-- Unlogged: a write of it waits for no disk. `db/replica.ts` copes with its loss.

create unlogged table order_positions (
  merchant_id uuid primary key,
  position pg_lsn not null
);
