import { sql, type Kysely } from 'kysely';

/** The webhooks that shops sent, by the id that repeats when the platform sends one again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table shop_webhooks (
      merchant_id uuid not null references merchants,
      webhook_id text not null,
      received_at timestamptz(3) not null,
      primary key (merchant_id, webhook_id)
    )`.execute(db);
  await sql`create index shop_webhooks_by_time on shop_webhooks (received_at)`.execute(db);
}
