import { sql, type Kysely } from 'kysely';

/** Orders of linked shops that could not be read, until they can. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table unreadable_shop_orders (
      merchant_id uuid not null references merchants,
      shop_order_id text not null,
      shop text not null,
      number text,
      reason text,
      failed_at timestamptz(3) not null,
      primary key (merchant_id, shop_order_id)
    )`.execute(db);
}
