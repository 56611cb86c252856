import type { Command } from 'commander';
import type { Database } from '../db/database.ts';
import { distributeTables, isCluster } from '../db/distribute-tables.ts';
import { refused } from '../startup-error.ts';
import { printLines } from './output.ts';
import { onDatabase } from './with-database.ts';

const HELP = `
One PostgreSQL needs nothing of this. On a cluster (PostgreSQL with the Citus extension, see
docs/cluster.md), run distribute once after the first start of a server, and again after an update
that brought new tables. Tables that are placed already stay as they are.`;

async function distribute(db: Database): Promise<void> {
  if (!(await isCluster(db))) {
    throw refused(
      'This database does not have the Citus extension, so there are no workers to place tables on. Nothing was changed.',
    );
  }
  const placed = await distributeTables(db);
  if (placed.length === 0) return printLines(['Every table is placed already.']);
  await printLines(placed.map((table) => `${table}: distributed by merchant_id`));
}

export function addDbCommand(portage: Command): void {
  const db = portage
    .command('db')
    .description('place the tables of a cluster')
    .addHelpText('after', HELP);
  db.command('distribute')
    .description('place the tables on the workers of a cluster')
    .action(onDatabase(distribute));
}
