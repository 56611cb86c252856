import { sql, type Kysely } from 'kysely';

/**
 * Sorts cities newest first, and has in the index of names what most filters compare. 0115 drops
 * the indexes that these replace.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index orders_by_city_newest_first on orders
    (merchant_id, (document -> 'recipientAddress' ->> 'city') collate "und-x-icu", created_at desc,
      id desc)`.execute(db);
  await sql`
    create index orders_by_recipient_name on orders
    (merchant_id, recipient_name collate "und-x-icu", id) include (created_at, status)`.execute(db);
}
