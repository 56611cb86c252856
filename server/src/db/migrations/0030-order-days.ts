import { sql, type Kysely } from 'kysely';

/** What happened to a merchant's orders by days of its time zone, kept by a job for the dashboard. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_days (
      merchant_id uuid not null references merchants,
      day date not null,
      placed integer not null,
      delivered integer not null,
      promised integer not null,
      on_time integer not null,
      spent_cad numeric(12, 2) not null,
      spent_usd numeric(12, 2) not null,
      primary key (merchant_id, day)
    )`.execute(db);
  await sql`
    create table order_day_rollups (
      merchant_id uuid primary key references merchants,
      rolled_up_at timestamptz(3) not null
    )`.execute(db);
}
