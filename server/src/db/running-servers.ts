import { sql } from 'kysely';
import type { Executor } from './database.ts';

/** A server process, as it announced itself. */
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

/** Stores the latest announcement of a server, and forgets servers that ended a day ago. */
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
  await db
    .deleteFrom('running_servers')
    .where('seen_at', '<', sql<number>`now() - interval '1 day'`)
    .execute();
}

/** Removes a server that stops. */
export async function deleteRunningServer(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('running_servers').where('id', '=', id).execute();
}

/** Lists servers that announced themselves within 35 seconds, by name. */
export async function listRunningServers(db: Executor): Promise<RunningServer[]> {
  return db
    .selectFrom('running_servers')
    .select(['id', 'name', 'version', 'key_versions as keyVersions'])
    .select('encrypts_with as encryptsWith')
    .where('seen_at', '>', sql<number>`now() - interval '35 seconds'`)
    .orderBy('name')
    .execute();
}
