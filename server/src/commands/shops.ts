import type { Command } from 'commander';
import { findMerchantName } from '../merchants/get-merchant.ts';
import { listShops, type OperatedShop, queueConnect } from '../shop/shop-connection.ts';
import { notFound } from '../startup-error.ts';
import { alignedTable, printLines, tableTime } from './output.ts';
import { withDatabase } from './with-database.ts';

const HELP = `
A report is what the merchant sees on the profile, as of the last check: each night, and whenever the
merchant opens the profile. Problems are in the platform's words, the last one with its time.

Example:
  portage shops set-up maple.myshopify.com`;

const HEADING = ['SHOP', 'MERCHANT', 'LINK', 'WEBHOOKS', 'RATES', 'ORDERS', 'ADDRESS'];

/** Tells if a part of the connection works; nothing before the first check. */
const stateOf = (works: boolean | undefined, [good, bad]: readonly [string, string]) => {
  if (works === undefined) return '-';
  return works ? good : bad;
};

function problemsOf({ refusals = [], ordersRefused, lastError }: OperatedShop): string {
  const problems = [
    ...refusals.map(({ part, message }) => `${part}: ${message}`),
    ...(ordersRefused === undefined ? [] : [`orders: ${ordersRefused}`]),
    ...(lastError ? [`${tableTime(lastError.at)}: ${lastError.message}`] : []),
  ];
  return problems.join('; ') || '-';
}

const timeOf = (at: number | undefined) => (at === undefined ? '-' : tableTime(at));

async function listAll({ json }: { json?: true }): Promise<void> {
  await withDatabase(async (db) => {
    const shops = await listShops(db);
    if (json) return printLines(shops.map((shop) => JSON.stringify(shop)));
    const rows: string[][] = [];
    for (const one of shops) {
      const { webhooks, webhooksNeeded, ordersRefused, checkedAt } = one;
      rows.push([
        one.shop,
        (await findMerchantName(db, one.merchantId)) ?? one.merchantId,
        one.isAuthorized ? 'linked' : 'authorization lost',
        webhooks === undefined ? '-' : `${webhooks} of ${webhooksNeeded}`,
        stateOf(one.hasRates, ['yes', 'no']),
        stateOf(checkedAt === undefined ? undefined : ordersRefused === undefined, [
          'yes',
          'refused',
        ]),
        stateOf(one.isAddressCurrent, ['current', 'old']),
        timeOf(one.readAt),
        timeOf(checkedAt),
        problemsOf(one),
      ]);
    }
    const heading = [...HEADING, 'ORDERS READ (UTC)', 'CHECKED (UTC)', 'PROBLEMS'];
    await printLines(alignedTable(heading, [rows]));
  });
}

async function setUp(shop: string): Promise<void> {
  await withDatabase(async (db) => {
    if (!(await queueConnect(db, shop))) throw notFound(`linked shop ${shop}`);
    await printLines([`A running server sets ${shop} up again; see its report a moment later.`]);
  });
}

/** Adds `shops list` and `shops set-up`. */
export function addShopsCommand(portage: Command): void {
  const shops = portage
    .command('shops')
    .description('show how linked shops are connected, and set one up again')
    .addHelpText('after', HELP);
  shops
    .command('list')
    .description('list the linked shops with their reports')
    .option('--json', 'one line of JSON for each')
    .action(listAll);
  shops
    .command('set-up')
    .description('set up the webhooks and rates of a shop again, and read its orders')
    .argument('<shop>', 'its address, such as maple.myshopify.com')
    .action(setUp);
}
