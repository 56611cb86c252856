import type { Command } from 'commander';
import { systemClock } from '../clock.ts';
import { restoreOrder, listRestorableOrders } from '../orders/delete-orders.ts';
import { notFound } from '../startup-error.ts';
import { limitOption, merchantOption, readUuid, requireMerchant } from './options.ts';
import { alignedTable, printLines, tableTime } from './output.ts';
import { recordRead, withDatabase } from './with-database.ts';

const HELP = `
A deleted order can be restored for 30 days. It is then what it was, portals that are open show it
again, and its audit says that it was restored.

Example:
  portage orders deleted --merchant <id> --limit 10000 | grep PTG2K7C`;

async function listDeleted({ merchant, limit }: { merchant: string; limit: number }) {
  await withDatabase(async (db) => {
    await requireMerchant(db, merchant);
    await recordRead(db, 'orders deleted', merchant);
    const orders = await listRestorableOrders({ db, clock: systemClock }, merchant, limit);
    const rows = orders.map(({ id, trackingNumber, deletedAt, deletedBy }) => [
      id,
      trackingNumber,
      tableTime(deletedAt),
      deletedBy,
    ]);
    await printLines(
      alignedTable(['ORDER', 'TRACKING NUMBER', 'DELETED (UTC)', 'DELETED BY'], [rows]),
    );
  });
}

async function restore(id: string, { merchant }: { merchant: string }) {
  await withDatabase(async (db) => {
    const name = await requireMerchant(db, merchant);
    const order = await restoreOrder({ db, clock: systemClock }, merchant, id);
    if (!order) throw notFound(`order ${id} of this merchant that could be restored`);
    const { trackingNumber, orderStatus } = order;
    await printLines([`The order ${trackingNumber} of ${name} is back, and ${orderStatus}.`]);
  });
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
    .action(listDeleted);
  orders
    .command('restore')
    .description('restore a deleted order')
    .argument('<id>', 'its id, as listed', readUuid)
    .addOption(merchantOption('whose it is').makeOptionMandatory())
    .action(restore);
}
