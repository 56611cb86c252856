import * as fs from 'node:fs/promises';
import type { Command } from 'commander';
import { hasCode } from '../../../postgres/src/startup-error.ts';
import { systemClock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { findMerchantName } from '../merchants/get-merchant.ts';
import { answerDue, exportCustomerData, listAllDataRequests } from '../shop/privacy.ts';
import { listShops, type OperatedShop, queueConnect } from '../shop/shop-connection.ts';
import { notFound, refused } from '../startup-error.ts';
import { readUuid } from './options.ts';
import { printLines, tableTime, printTable } from './output.ts';
import { onDatabase } from './with-database.ts';

const HELP = `
A report is what the merchant sees on the profile, as of the last check: each night, and whenever the
merchant opens the profile. Problems are in the platform's words, the last one with its time.

A buyer's request for their data is listed until it is exported. The file has what is stored of the
buyer: shop orders, delivery orders with recipient and events, old values of edits, and the address book.
Send it to the merchant, who answers the buyer within 30 days.

Examples:
  portage shops set-up maple.myshopify.com
  portage shops export <request> request.json`;

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

async function listAll(db: Database, { json }: { json?: true }): Promise<void> {
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
  await printTable([...HEADING, 'ORDERS READ (UTC)', 'CHECKED (UTC)', 'PROBLEMS'], rows);
}

async function setUp(db: Database, shop: string): Promise<void> {
  if (!(await queueConnect(db, shop))) throw notFound(`linked shop ${shop}`);
  await printLines([`A running server sets ${shop} up again; see its report a moment later.`]);
}

async function listRequests(db: Database, { all }: { all?: true }): Promise<void> {
  const requests = await listAllDataRequests(db);
  const rows = requests
    .filter(({ exportedAt }) => all === true || exportedAt === null)
    .map((request) => [
      request.id,
      request.shop,
      request.merchantId,
      tableTime(request.requestedAt),
      tableTime(answerDue(request)),
      String(request.shopOrderIds.length),
      request.exportedAt === null ? '-' : tableTime(request.exportedAt),
    ]);
  const heading = ['REQUEST', 'SHOP', 'MERCHANT', 'REQUESTED (UTC)', 'DUE (UTC)', 'ORDERS'];
  await printTable([...heading, 'EXPORTED (UTC)'], rows);
}

const PRIVATE_FILE = 0o600;

async function exportRequest(db: Database, id: string, file: string): Promise<void> {
  const data = await exportCustomerData({ db, clock: systemClock }, id, async (found) => {
    const json = `${JSON.stringify(found, null, 2)}\n`;
    await fs.writeFile(file, json, { flag: 'wx', mode: PRIVATE_FILE }).catch((error: unknown) => {
      throw hasCode(error, 'EEXIST') ? refused(`There is already a file ${file}.`) : error;
    });
  });
  if (!data) throw notFound(`request ${id}`);
  const { orders, shopOrders } = data;
  await printLines([
    `${file} has ${orders.length} delivery orders and ${shopOrders.length} shop orders.`,
  ]);
}

export function addShopsCommand(portage: Command): void {
  const shops = portage
    .command('shops')
    .description('show how linked shops are connected, and answer requests of buyers')
    .addHelpText('after', HELP);
  shops
    .command('list')
    .description('list the linked shops with their reports')
    .option('--json', 'one line of JSON for each')
    .action(onDatabase(listAll));
  shops
    .command('set-up')
    .description('set up the webhooks and rates of a shop again, and read its orders')
    .argument('<shop>', 'its address, such as maple.myshopify.com')
    .action(onDatabase(setUp));
  shops
    .command('requests')
    .description('list the requests of buyers for their data, the oldest first')
    .option('--all', 'exported ones, too')
    .action(onDatabase(listRequests));
  shops
    .command('export')
    .description('write the data of a request into a new file')
    .argument('<request>', 'its id, as listed', readUuid)
    .argument('<file>', 'the file to make')
    .action(onDatabase(exportRequest));
}
