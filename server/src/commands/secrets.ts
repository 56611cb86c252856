import type { Command } from 'commander';
import { recordOperation } from '../audit/record-security-event.ts';
import { systemClock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { readDatabaseEnv } from '../env.ts';
import { KeyNotEverywhere, rotateSecrets } from '../secrets/get-secret.ts';
import { SecretUnreadable } from '../secrets/secrets.ts';
import { refused, secretKeysWrong } from '../startup-error.ts';
import { printLines } from './output.ts';
import { existingSecrets, onDatabase } from './with-database.ts';

const HELP = `
Tokens of linked shops, API keys of integrations and the keys of Portage itself are encrypted in the
database. Where Portage keeps the encryption keys in secret-keys.json, rotate adds a new one; with
several servers, copy the file to each. With PORTAGE_SECRET_KEYS, add a key with the next version
and restart every server before. Servers go on working, and none uses a key that another one lacks.`;

async function rotate(db: Database): Promise<void> {
  const secrets = await existingSecrets(db, readDatabaseEnv());
  const { version, count } = await rotateSecrets({ db, secrets }).catch((error: unknown) => {
    if (error instanceof SecretUnreadable) throw secretKeysWrong(error);
    throw error instanceof KeyNotEverywhere ? refused(explain(error)) : error;
  });
  const subject = `key version ${version}`;
  await recordOperation(db, systemClock, { action: 'secrets.rotated', subject });
  const values = count === 1 ? '1 value was' : `${count} values were`;
  await printLines([`${values} encrypted again. Everything uses key version ${version}.`]);
}

const explain = ({ version, servers }: KeyNotEverywhere) =>
  `Key version ${version} is not used everywhere: ${servers.join(', ')} ${servers.length === 1 ? 'lacks it or has' : 'lack it or have'} not taken it up. Copy secret-keys.json to every server, or add the key to PORTAGE_SECRET_KEYS and restart, and rotate again with the same keys.`;

export function addSecretsCommand(portage: Command): void {
  const secrets = portage
    .command('secrets')
    .description('rotate the keys that encrypt secrets in the database')
    .addHelpText('after', HELP);
  secrets
    .command('rotate')
    .description('encrypt everything with the newest key')
    .action(onDatabase(rotate));
}
