import { sql } from 'kysely';
import type { Database } from './database.ts';
import { isCluster } from './distribute-tables.ts';

/** Milliseconds. */
const PATIENCE = 2000;

export interface LostWorker {
  /** Its group in the cluster. */
  group: number;
  /** Host and port. */
  address: string;
}

/** Workers that the coordinator of a cluster does not reach; none without a cluster. */
export async function listLostWorkers(db: Database): Promise<LostWorker[]> {
  if (!(await isCluster(db))) return [];
  return db.transaction().execute(async (trx) => {
    await sql`set local citus.node_connection_timeout = ${sql.lit(PATIENCE)}`.execute(trx);
    const { rows } = await sql<LostWorker>`
      select groupid as group, nodename || ':' || nodeport as address
      from pg_dist_node
      where groupid <> 0 and noderole = 'primary' and isactive
        and not citus_check_connection_to_node(nodename, nodeport)
      order by groupid`.execute(trx);
    return rows;
  });
}
