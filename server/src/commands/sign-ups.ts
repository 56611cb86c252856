import { Argument, type Command } from 'commander';
import { isApiError } from '../api-error.ts';
import { systemClock } from '../clock.ts';
import { approveSignUp, declineSignUp, listSignUpRequests } from '../sign-ups/open-merchant.ts';
import { notFound, refused } from '../startup-error.ts';
import { limitOption, readUuid } from './options.ts';
import { alignedTable, printLines, tableTime } from './output.ts';
import { operatorDeps, recordRead, withDatabase } from './with-database.ts';

async function list({ all = false, limit }: { all?: boolean; limit: number }): Promise<void> {
  await withDatabase(async (db) => {
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

const idArgument = () => new Argument('<request>', 'its id, as listed').argParser(readUuid);

export function addSignUpsCommand(portage: Command): void {
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
    .description('decline a request, without a mail')
    .addArgument(idArgument())
    .action(decline);
}
