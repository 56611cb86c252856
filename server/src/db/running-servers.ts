import { sql } from 'kysely';
import type { Executor } from './database.ts';

/** A server process that announced itself. */
export interface RunningServer {
  id: string;
  /** Host and port, such as `api-2:8080`. */
  name: string;
  /** Version of Portage. */
  version: string;
  /** Versions of the keys that it can decrypt with. */
  keyVersions: readonly number[];
  /** Version of the key that it encrypts with. */
  encryptsWith: number;
}

/** A notification when a server died. */
export const SERVER_LOST = 'server_lost';

/** Seconds without an announcement. */
export const LOST_AFTER = 35;

const isLost = sql<boolean>`seen_at < now() - ${sql.lit(LOST_AFTER)} * interval '1 second'`;

/** Stores the latest announcement of a server; forgets servers that died, and tells the others. */
export async function saveRunningServer(db: Executor, server: RunningServer): Promise<void> {
  const row = {
    name: server.name,
    version: server.version,
    key_versions: [...server.keyVersions],
    encrypts_with: server.encryptsWith,
    seen_at: sql<Date>`now()`,
  };
  await db
    .insertInto('running_servers')
    .values({ id: server.id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
  await sql`
    with lost as (delete from running_servers where ${isLost} returning id)
    select pg_notify(${SERVER_LOST}, id::text) from lost`.execute(db);
}

/** Removes a server that stops. */
export async function deleteRunningServer(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('running_servers').where('id', '=', id).execute();
}

export async function listRunningServers(db: Executor): Promise<RunningServer[]> {
  return db
    .selectFrom('running_servers')
    .select(['id', 'name', 'version', 'key_versions as keyVersions'])
    .select('encrypts_with as encryptsWith')
    .where((query) => query.not(isLost))
    .orderBy('name')
    .execute();
}
