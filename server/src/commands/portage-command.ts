import { Command, CommanderError } from 'commander';
import type { StartupError } from '../../../postgres/src/startup-error.ts';
import { wrongUsage } from '../startup-error.ts';
import { addAuditCommand } from './audit.ts';
import { addBackupCommands } from './backup.ts';
import { addCarrierKeysCommand } from './carrier-keys.ts';
import { addDbCommand } from './db.ts';
import { addDoctorCommand } from './doctor.ts';
import { addFlagsCommand } from './flags.ts';
import { addJobsCommand } from './jobs.ts';
import { addKeysCommand } from './keys.ts';
import { addMailsCommand } from './mails.ts';
import { addMerchantsCommand } from './merchants.ts';
import { addOrdersCommand } from './orders.ts';
import { addSecretsCommand } from './secrets.ts';
import { addShopsCommand } from './shops.ts';
import { addSignUpsCommand } from './sign-ups.ts';
import { addTariffsCommand } from './tariffs.ts';
import { addUsersCommand } from './users.ts';

const HELP = `
It works on the database of DATABASE_URL, or else on the embedded one of PORTAGE_DATA: beside the
server when one is running, otherwise starting the database for as long as the command takes.`;

function portageCommand(): Command {
  const portage = new Command('portage')
    .description('The command line of the operators of Portage.')
    .addHelpText('after', HELP)
    // First, because commands inherit it.
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
  addDoctorCommand(portage);
  addBackupCommands(portage);
  addFlagsCommand(portage);
  addAuditCommand(portage);
  addKeysCommand(portage);
  addSecretsCommand(portage);
  addCarrierKeysCommand(portage);
  addOrdersCommand(portage);
  addMerchantsCommand(portage);
  addShopsCommand(portage);
  addSignUpsCommand(portage);
  addUsersCommand(portage);
  addJobsCommand(portage);
  addMailsCommand(portage);
  addDbCommand(portage);
  addTariffsCommand(portage);
  return portage;
}

function usageErrorOf({ code, message }: CommanderError): StartupError {
  // Commander has printed the help.
  if (code === 'commander.help') return wrongUsage('\nThe command is missing.');
  const line = message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ');
  return wrongUsage(line.charAt(0).toUpperCase() + line.slice(1));
}

/** Takes words such as `['flags', 'list']`. Throws `StartupError`. */
export async function runPortageCommand(words: readonly string[]): Promise<void> {
  try {
    await portageCommand().parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Zero after requested help.
    if (error.exitCode !== 0) throw usageErrorOf(error);
  }
}
