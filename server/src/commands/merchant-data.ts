import { createInterface } from 'node:readline/promises';
import { Argument, type Command } from 'commander';
import { systemClock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { readEnv } from '../env.ts';
import { countMerchantData, startDeletion } from '../merchant-data/delete-merchant.ts';
import { exportMerchant } from '../merchant-data/export-merchant.ts';
import { findMerchant } from '../merchants/operate-merchants.ts';
import { countOrdersUnderWay } from '../orders/delete-orders.ts';
import { notFound, refused } from '../startup-error.ts';
import { openPhotos, openPlace } from './open-place.ts';
import { readUuid, requireMerchant } from './options.ts';
import { alignedTable, printLines } from './output.ts';
import { withDatabase, onDatabase } from './with-database.ts';

const EXPORT_HELP = `
Each table is a file of JSON lines, NAME.jsonl, a row a line as of one moment; photos are pictures in
photos/. Passwords, tokens and keys are left out. manifest.json has row counts and SHA-256, and is
written last. It contains recipients: keep it private.`;

const DELETE_HELP = `
It prints what goes, and asks for the name. Sign-ins end at once; servers delete the rest in the background:
orders, addresses, people, photos, tokens and keys. Nothing can be restored: export first. Usernames,
the shop and tracking numbers are free afterwards. The audit keeps when and what was done, without names.`;

async function exportTo(id: string, address: string): Promise<void> {
  const env = readEnv();
  await using opened = new AsyncDisposableStack();
  await withDatabase(async (db, databaseUrl) => {
    const name = await requireMerchant(db, id);
    const place = opened.adopt(await openPlace(address, env), (one) => one.close());
    const photos = opened.adopt(await openPhotos(env), ({ close }) => close());
    const deps = { db, clock: systemClock, photos: photos.store };
    const { tables, photos: count } = await exportMerchant(
      deps,
      { merchantId: id, databaseUrl },
      place,
    );
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    await printLines([`Exported ${name} to ${place.address}: ${rows} rows and ${count} photos.`]);
  });
}

interface DeleteOptions {
  yes?: string;
  withOrdersUnderWay?: true;
}

async function deleteAll(db: Database, id: string, { yes, withOrdersUnderWay }: DeleteOptions) {
  const found = await findMerchant(db, id);
  if (!found) throw notFound(`merchant ${id}`);
  const { name } = found.merchant;
  if (found.leavingSince !== null) {
    throw refused(`${name} is being deleted already; see portage jobs list.`);
  }
  const underWay = await countOrdersUnderWay(db, id);
  if (underWay > 0 && !withOrdersUnderWay) {
    throw refused(
      `${underWay} orders of ${name} are ready for pickup or on the way. Let the carrier finish them, or add --with-orders-under-way.`,
    );
  }
  const counts = await countMerchantData(db, id);
  const lines = counts.map((one) => [one.name, String(one.rows)]);
  await printLines(alignedTable(['WHAT GOES', 'ROWS'], [lines]));
  if ((yes ?? (await askForName(name))) !== name) {
    throw refused(`That is not its name. Nothing was deleted: ${name} is as it was.`);
  }
  const extent = counts.map((one) => `${one.name} ${one.rows}`).join(', ');
  await startDeletion({ db, clock: systemClock }, id, extent);
  await printLines([
    `${name} can no longer sign in, and is deleted by the servers that run.`,
    `It is over when \`portage audit --merchant ${id}\` shows merchant.deleted.`,
  ]);
}

async function askForName(name: string): Promise<string> {
  if (!process.stdin.isTTY) throw refused(`Confirm with --yes ${JSON.stringify(name)}.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question('Type the name of the merchant to delete it: ')).trim();
  } finally {
    terminal.close();
  }
}

export const idArgument = () => new Argument('<merchant>', 'its id, as listed').argParser(readUuid);

export function addMerchantDataCommands(merchants: Command): void {
  merchants
    .command('export')
    .description('write everything of a merchant to an empty place')
    .addArgument(idArgument())
    .argument('<place>', 'an empty folder, or s3://bucket/prefix')
    .addHelpText('after', EXPORT_HELP)
    .action(exportTo);
  merchants
    .command('delete')
    .description('delete a merchant with everything it has')
    .addArgument(idArgument())
    .option('--yes <name>', 'its name, to be asked nothing')
    .option('--with-orders-under-way', 'also while the carrier has orders of it')
    .addHelpText('after', DELETE_HELP)
    .action(onDatabase(deleteAll));
}
