import type { Command } from 'commander';
import { rotateSecrets } from '../secrets/get-secret.ts';
import { SecretUnreadable } from '../secrets/secrets.ts';
import { secretKeysWrong } from '../startup-error.ts';
import { printLines } from './output.ts';
import { existingSecrets, withDatabase } from './with-database.ts';

const HELP = `
Tokens of linked shops, API keys of integrations and the keys of Portage itself are encrypted in the
database. Where Portage keeps the encryption keys in secret-keys.json, rotate adds a new one. With
PORTAGE_SECRET_KEYS, add a key with the next version to it, restart every server, rotate, and then
remove the old key. Servers go on working meanwhile.`;

async function rotate(): Promise<void> {
  await withDatabase(async (db, env) => {
    const secrets = existingSecrets(env);
    const { version, count } = await rotateSecrets({ db, secrets }).catch((error: unknown) => {
      throw error instanceof SecretUnreadable ? secretKeysWrong(error) : error;
    });
    const values = count === 1 ? '1 value was' : `${count} values were`;
    await printLines([`${values} encrypted again. Everything uses key version ${version}.`]);
  });
}

/** Adds `secrets rotate`. */
export function addSecretsCommand(portage: Command): void {
  const secrets = portage
    .command('secrets')
    .description('rotate the keys that encrypt secrets in the database')
    .addHelpText('after', HELP);
  secrets.command('rotate').description('encrypt everything with the newest key').action(rotate);
}
