import type { Command } from 'commander';
import { systemClock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { restoreOrder, listRestorableOrders } from '../orders/delete-orders.ts';
import { notFound } from '../startup-error.ts';
import { limitOption, merchantOption, readUuid, requireMerchant } from './options.ts';
import { printLines, tableTime, printTable } from './output.ts';
import { recordRead, onDatabase } from './with-database.ts';

const HELP = `
A deleted order can be restored for 30 days. It is then what it was, portals that are open show it
again, and its audit says that it was restored.

Example:
  portage orders deleted --merchant <id> --limit 10000 | grep PTG2K7C`;

async function listDeleted(db: Database, { merchant, limit }: { merchant: string; limit: number }) {
  await requireMerchant(db, merchant);
  await recordRead(db, 'orders deleted', merchant);
  const orders = await listRestorableOrders({ db, clock: systemClock }, merchant, limit);
  const rows = orders.map(({ id, trackingNumber, deletedAt, deletedBy }) => [
    id,
    trackingNumber,
    tableTime(deletedAt),
    deletedBy,
  ]);
  await printTable(['ORDER', 'TRACKING NUMBER', 'DELETED (UTC)', 'DELETED BY'], rows);
}

async function restore(db: Database, id: string, { merchant }: { merchant: string }) {
  const name = await requireMerchant(db, merchant);
  const order = await restoreOrder({ db, clock: systemClock }, merchant, id);
  if (!order) throw notFound(`order ${id} of this merchant that could be restored`);
  const { trackingNumber, orderStatus } = order;
  await printLines([`The order ${trackingNumber} of ${name} is back, and ${orderStatus}.`]);
}

export function addOrdersCommand(portage: Command): void {
  const orders = portage
    .command('orders')
    .description('list deleted orders and restore them')
    .addHelpText('after', HELP);
  orders
    .command('deleted')
    .description('list the deleted orders that can be restored, the newest deletion first')
    .addOption(merchantOption('of this merchant').makeOptionMandatory())
    .addOption(limitOption())
    .action(onDatabase(listDeleted));
  orders
    .command('restore')
    .description('restore a deleted order')
    .argument('<id>', 'its id, as listed', readUuid)
    .addOption(merchantOption('whose it is').makeOptionMandatory())
    .action(onDatabase(restore));
}
