import { sql, type Kysely } from 'kysely';

/** Stay on the coordinator of a cluster, where `merchants` is copied to every worker. */
const LOCAL_TABLES = [
  'users',
  'feature_flags',
  'security_events',
  'sign_up_requests',
  'shop_owners',
  'shipstation_keys',
];

/** Through a key to `merchants` a cluster would write them on every worker (docs/cluster.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of LOCAL_TABLES) {
    const key = sql.ref(`${table}_merchant_id_fkey`);
    await sql`alter table ${sql.table(table)} drop constraint if exists ${key}`.execute(db);
  }
}
