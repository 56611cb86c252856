import { openDatabase, openPool } from '../db/database.ts';
import { distributeTables } from '../db/distribute-tables.ts';
import { migrate } from '../db/migrate.ts';
import { migrateJobs } from '../jobs/worker.ts';
import { openLog } from '../log.ts';
import { runStatement, withDatabase } from './admin-statement.ts';

/** A machine of a cluster; the coordinator is in group 0. */
interface Node {
  host: string;
  port: number;
  group: number;
}

/** Nodes of the cluster with this coordinator; none without a cluster. */
export async function listNodes(url: string): Promise<Node[]> {
  const [found] = await runStatement<{ table: string | null }>(
    url,
    `select to_regclass('pg_dist_node')::text as table`,
  );
  if (!found?.table) return [];
  return runStatement<Node>(
    url,
    'select nodename as host, nodeport as port, groupid as group from pg_dist_node order by groupid',
  );
}

function addressOf(url: string, { host, port }: Node): string {
  const node = new URL(url);
  node.hostname = host;
  node.port = String(port);
  return node.href;
}

/** Creates the schemas of Portage and of its jobs. */
export async function migrateAll(url: string): Promise<void> {
  const log = openLog('silent');
  const db = openDatabase(openPool(url, log));
  await migrateJobs({ db, log }, url);
  await migrate(db);
  await db.destroy();
}

/** Makes a database on every node, migrates it and distributes its tables. */
export async function createClusterDatabase(url: string, name: string): Promise<void> {
  const nodes = await listNodes(url);
  const database = withDatabase(url, name);
  for (const node of nodes) {
    const address = addressOf(url, node);
    await runStatement(address, `create database ${name}`);
    await runStatement(withDatabase(address, name), 'create extension citus');
  }
  for (const { host, port, group } of nodes) {
    const add = group === 0 ? 'citus_set_coordinator_host' : 'citus_add_node';
    await runStatement(database, `select ${add}($1, $2)`, [host, port]);
  }
  await migrateAll(database);
  const db = openDatabase(openPool(database, openLog('silent'), 1));
  await distributeTables(db);
  await db.destroy();
}

export async function dropClusterDatabase(url: string, name: string): Promise<void> {
  for (const node of await listNodes(url)) {
    await runStatement(addressOf(url, node), `drop database ${name} with (force)`);
  }
}
