import { sql, type Kysely } from 'kysely';

/** Failed deliveries need attention until they are dealt with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders add column attention_closed boolean not null default false`.execute(db);
}
