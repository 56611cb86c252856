import { Command, CommanderError, Argument, InvalidArgumentError } from 'commander';
import type { StartupError } from '../../../postgres/src/startup-error.ts';
import { wrongUsage, notFound, refused } from '../startup-error.ts';
import { addAuditCommand } from './audit-command.ts';
import { addCarrierKeysCommand } from './carrier-keys-command.ts';
import { addDbCommand } from './db-command.ts';
import { addFlagsCommand } from './flags-command.ts';
import { addKeysCommand } from './keys-command.ts';
import { addMerchantsCommand } from './merchants-command.ts';
import { addOrdersCommand } from './orders-command.ts';
import { addSecretsCommand } from './secrets-command.ts';
import { addTariffsCommand } from './tariffs-command.ts';
import { addUsersCommand } from './users-command.ts';
import { z } from 'zod';
import { isApiError } from '../api-error.ts';
import { systemClock } from '../clock.ts';
import { approveSignUp, declineSignUp, listSignUpRequests } from '../sign-ups/operate-sign-ups.ts';
import { alignedTable } from './aligned-table.ts';
import { limitOption } from './limit-option.ts';
import { operatorDeps } from './operator-deps.ts';
import { printLines } from './print-lines.ts';
import { tableTime } from './table-time.ts';
import { withDatabase } from './with-database.ts';

async function list({ all = false, limit }: { all?: boolean; limit: number }): Promise<void> {
  await withDatabase(async (db) => {
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
    await printLines(alignedTable(heading, [rows]));
  });
}

async function approve(id: string): Promise<void> {
  await withDatabase(async (db) => {
    const deps = await operatorDeps(db);
    const merchant = await approveSignUp(deps, id).catch((error: unknown) => {
      if (!isApiError(error, 'username_taken')) throw error;
      throw refused('There is already a user of this e-mail address.');
    });
    if (!merchant) throw notFound(`open sign-up request ${id}`);
    await printLines([`${merchant.name} (${merchant.id}) is created; its owner is invited.`]);
  });
}

async function decline(id: string): Promise<void> {
  await withDatabase(async (db) => {
    if (!(await declineSignUp({ db, clock: systemClock }, id))) {
      throw notFound(`open sign-up request ${id}`);
    }
    await printLines([`The request ${id} is declined.`]);
  });
}

function readId(text: string): string {
  const id = z.uuid().safeParse(text);
  if (!id.success) throw new InvalidArgumentError('It must be a UUID, as listed.');
  return id.data.toLowerCase();
}

const idArgument = () => new Argument('<request>', 'its id, as listed').argParser(readId);

/** Adds `sign-ups list`, `sign-ups approve` and `sign-ups decline`. */
function addSignUpsCommand(portage: Command): void {
  const signUps = portage
    .command('sign-ups')
    .description('list, approve and decline requests to become a merchant');
  signUps
    .command('list')
    .description('list the requests that wait for a decision, the newest first')
    .option('--all', 'also those that were decided')
    .addOption(limitOption())
    .action(list);
  signUps
    .command('approve')
    .description('make the merchant and invite its owner by mail')
    .addArgument(idArgument())
    .action(approve);
  signUps
    .command('decline')
    .description('decline a request; nobody is notified')
    .addArgument(idArgument())
    .action(decline);
}

const HELP = `
It works on the database of DATABASE_URL, or else on the embedded one of PORTAGE_DATA: beside the
server when one is running, otherwise starting the database for as long as the command takes.`;

function portageCommand(): Command {
  const portage = new Command('portage')
    .description('The command line of the operators of Portage.')
    .addHelpText('after', HELP)
    // What commands inherit, so it comes before them.
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
  addFlagsCommand(portage);
  addAuditCommand(portage);
  addKeysCommand(portage);
  addSecretsCommand(portage);
  addCarrierKeysCommand(portage);
  addOrdersCommand(portage);
  addMerchantsCommand(portage);
  addSignUpsCommand(portage);
  addUsersCommand(portage);
  addDbCommand(portage);
  addTariffsCommand(portage);
  return portage;
}

/** What commander says of a command it does not understand, in one line. */
function usageErrorOf({ code, message }: CommanderError): StartupError {
  // It has printed the help by then.
  if (code === 'commander.help') return wrongUsage('\nThe command is missing.');
  const line = message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ');
  return wrongUsage(line.charAt(0).toUpperCase() + line.slice(1));
}

/**
 * Runs the command line that these words are, such as `['flags', 'list']`. Throws a `StartupError` when
 * it cannot be done, or is not a command.
 */
export async function runPortageCommand(words: readonly string[]): Promise<void> {
  try {
    await portageCommand().parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Zero when help was asked for, and has been given.
    if (error.exitCode !== 0) throw usageErrorOf(error);
  }
}
