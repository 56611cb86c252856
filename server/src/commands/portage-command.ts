import { Command, CommanderError, Argument } from 'commander';
import type { StartupError } from '../../../postgres/src/startup-error.ts';
import { isApiError } from '../api-error.ts';
import { systemClock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { approveSignUp, declineSignUp, listSignUpRequests } from '../sign-ups/open-merchant.ts';
import { wrongUsage, notFound, refused } from '../startup-error.ts';
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
import { limitOption, readUuid } from './options.ts';
import { addOrdersCommand } from './orders.ts';
import { printLines, tableTime, printTable } from './output.ts';
import { addSecretsCommand } from './secrets.ts';
import { addShopsCommand } from './shops.ts';
import { addTariffsCommand } from './tariffs.ts';
import { addUsersCommand } from './users.ts';
import { operatorDeps, recordRead, onDatabase } from './with-database.ts';

async function list(db: Database, { all = false, limit }: { all?: boolean; limit: number }) {
  await recordRead(db, 'sign-ups list');
  const rows = (await listSignUpRequests(db, { all, limit })).map((request) => [
    request.id,
    tableTime(request.createdAt),
    request.company,
    `${request.location.city} ${request.location.postalCode}`,
    `${request.name} <${request.email}>`,
    String(request.weeklyPackages ?? '-'),
    request.state,
  ]);
  const heading = ['REQUEST', 'SENT (UTC)', 'COMPANY', 'LOCATION', 'OWNER', 'WEEKLY', 'STATE'];
  await printTable(heading, rows);
}

async function approve(db: Database, id: string): Promise<void> {
  const deps = await operatorDeps(db);
  const merchant = await approveSignUp(deps, id).catch((error: unknown) => {
    if (!isApiError(error, 'username_taken')) throw error;
    throw refused('There is already a user of this e-mail address.');
  });
  if (!merchant) throw notFound(`open sign-up request ${id}`);
  await printLines([`${merchant.name} (${merchant.id}) is created; its owner is invited.`]);
}

async function decline(db: Database, id: string): Promise<void> {
  if (!(await declineSignUp({ db, clock: systemClock }, id))) {
    throw notFound(`open sign-up request ${id}`);
  }
  await printLines([`The request ${id} is declined.`]);
}

const idArgument = () => new Argument('<request>', 'its id, as listed').argParser(readUuid);

function addSignUpsCommand(portage: Command): void {
  const signUps = portage
    .command('sign-ups')
    .description('list, approve and decline requests to become a merchant');
  signUps
    .command('list')
    .description('list the requests that wait for a decision, the newest first')
    .option('--all', 'also those that were decided')
    .addOption(limitOption())
    .action(onDatabase(list));
  signUps
    .command('approve')
    .description('make the merchant and invite its owner by mail')
    .addArgument(idArgument())
    .action(onDatabase(approve));
  signUps
    .command('decline')
    .description('decline a request, without a mail')
    .addArgument(idArgument())
    .action(onDatabase(decline));
}

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
