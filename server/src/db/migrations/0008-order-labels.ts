import { sql, type Kysely } from 'kysely';

/** What labels need: where those of each order stand, and the logos that are printed on them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders add column label_status text not null default 'NOT_PRINTED'`.execute(db);
  // Only what was printed is written again: each order that is takes its place in every index.
  await sql`
    update orders set label_status =
      case document->>'labelStale' when 'true' then 'STALE' else 'PRINTED' end
    where document->>'labelPrintedAt' is not null`.execute(db);
  await sql`
    create index orders_by_label
    on orders (merchant_id, label_status, created_at desc, id desc)`.execute(db);
  // By address, whichever merchant named it: a picture on the internet is the same for all.
  await sql`
    create table logos (
      url text primary key,
      fetched_at timestamptz(3) not null,
      picture bytea
    )`.execute(db);
}
