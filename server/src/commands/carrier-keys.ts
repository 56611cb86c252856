import { type Command, InvalidArgumentError } from 'commander';
import { requiredText } from '@portage/contract/text';
import { createCarrierKey, revokeCarrierKey, listCarrierKeys } from '../carrier/carrier-keys.ts';
import { systemClock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { notFound } from '../startup-error.ts';
import { readUuid } from './options.ts';
import { printLines, tableTime, printTable } from './output.ts';
import { onDatabase } from './with-database.ts';

const HELP = `
A system of the carrier sends its key as a bearer token, and with it what happened to the orders of
all merchants. Give each system a key of its own, so that one can be revoked alone. A key is shown
when it is made and never again: only a hash of it is kept.

Example:
  portage carrier-keys create "depot scanners"`;

function readName(text: string): string {
  const name = requiredText(100).safeParse(text);
  if (!name.success) throw new InvalidArgumentError('It must have 1 to 100 characters.');
  return name.data;
}

async function createKey(db: Database, name: string): Promise<void> {
  const { id, key } = await createCarrierKey({ db, clock: systemClock }, name);
  await printLines([`The key ${id} of ${name} is in force. It is not shown again:`, key]);
}

async function listKeys(db: Database): Promise<void> {
  const rows = (await listCarrierKeys(db)).map(({ id, name, createdAt, revokedAt }) => [
    id,
    name,
    tableTime(createdAt),
    revokedAt === null ? 'in force' : `revoked ${tableTime(revokedAt)}`,
  ]);
  await printTable(['KEY', 'NAME', 'CREATED (UTC)', 'STATE'], rows);
}

async function revokeKey(db: Database, id: string): Promise<void> {
  const name = await revokeCarrierKey({ db, clock: systemClock }, id);
  if (name === undefined) throw notFound(`carrier key ${id} in force`);
  await printLines([`The key ${id} of ${name} is revoked, and refused from now on.`]);
}

export function addCarrierKeysCommand(portage: Command): void {
  const keys = portage
    .command('carrier-keys')
    .description('make, list and revoke the keys of the carrier’s systems')
    .addHelpText('after', HELP);
  keys
    .command('create')
    .description('make a key and show it once')
    .argument('<name>', 'the system that will hold it', readName)
    .action(onDatabase(createKey));
  keys
    .command('list')
    .description('list the keys, also revoked ones, the newest first')
    .action(onDatabase(listKeys));
  keys
    .command('revoke')
    .description('take a key out of force, from the next call on')
    .argument('<key>', 'its id, as listed', readUuid)
    .action(onDatabase(revokeKey));
}
