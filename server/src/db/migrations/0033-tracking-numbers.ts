import { sql, type Kysely } from 'kysely';

/**
 * Tracking numbers refer to no table. On a cluster they stay on the coordinator, where each order is
 * looked up by its number, and a foreign key would tie them to tables of the workers (docs/cluster.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tracking_numbers drop constraint tracking_numbers_merchant_id_fkey`.execute(db);
}
