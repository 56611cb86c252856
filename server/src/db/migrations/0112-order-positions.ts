import { sql, type Kysely } from 'kysely';

/** Unlogged: a write of it waits for no disk. `db/replica.ts` copes with its loss. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table order_positions (
      merchant_id uuid primary key,
      position pg_lsn not null
    )`.execute(db);
}
