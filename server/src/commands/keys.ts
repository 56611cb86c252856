import type { Command } from 'commander';
import type { StartupError } from '../../../postgres/src/startup-error.ts';
import { systemClock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { readDatabaseEnv } from '../env.ts';
import {
  rotateSigningKey,
  removeSigningKey,
  type Removal,
} from '../sessions/renew-signing-keys.ts';
import { listSigningKeys } from '../sessions/signing-keys.ts';
import { notFound, refused } from '../startup-error.ts';
import { printLines, tableTime, printTable } from './output.ts';
import { existingSecrets, onDatabase } from './with-database.ts';

const HELP = `
The newest key signs session tokens; the others verify what they have signed. Servers change keys
by themselves every 90 days and remove those that no token can name any more, so this is for keys
that may have leaked: rotate, then remove with --force. Servers follow within a minute. All of it
concerns the embedded provider of identities alone.`;

const REMOVE_HELP = `
A <key> that begins with a hyphen is written after --, as in: portage keys remove -- -gT3x…`;

async function listKeys(db: Database): Promise<void> {
  const rows = (await listSigningKeys(db)).map(({ kid, createdAt, replacedAt }) => [
    kid,
    tableTime(createdAt),
    replacedAt === undefined ? 'signs' : `verifies, replaced ${tableTime(replacedAt)}`,
  ]);
  await printTable(['KEY', 'ADDED (UTC)', 'USE'], rows);
}

async function rotateKey(db: Database): Promise<void> {
  const secrets = await existingSecrets(db, readDatabaseEnv());
  const kid = await rotateSigningKey({ db, clock: systemClock, secrets });
  await printLines([`The key ${kid} signs from now on, in every server within a minute.`]);
}

const REASONS: Record<Exclude<Removal, 'removed'>, (kid: string) => StartupError> = {
  unknown: (kid) => notFound(`key ${kid}`),
  signs: (kid) => refused(`The key ${kid} is the one that signs: rotate first.`),
  not_spent: (kid) =>
    refused(
      `Tokens that the key ${kid} has signed may still be in force. Try again two hours after it was replaced, or end them now with --force.`,
    ),
};

async function removeKey(db: Database, kid: string, { force = false }: { force?: boolean }) {
  const removal = await removeSigningKey({ db, clock: systemClock }, kid, { force });
  if (removal !== 'removed') throw REASONS[removal](kid);
  await printLines([`The key ${kid} is removed. Servers refuse what it signed within a minute.`]);
}

export function addKeysCommand(portage: Command): void {
  const keys = portage
    .command('keys')
    .description('list, rotate and remove the keys that sign session tokens')
    .addHelpText('after', HELP);
  keys.command('list').description('list the keys, the newest first').action(onDatabase(listKeys));
  keys
    .command('rotate')
    .description('add a key, which signs from now on')
    .action(onDatabase(rotateKey));
  keys
    .command('remove')
    .description('remove a key, so that what it signed is refused')
    .argument('<key>', 'its id, as listed')
    .option('--force', 'even if tokens that it signed may still be in force')
    .addHelpText('after', REMOVE_HELP)
    .action(onDatabase(removeKey));
}
