import type { Command } from 'commander';
import { foldUsername } from '@portage/contract/users/username';
import { isApiError } from '../api-error.ts';
import type { Database } from '../db/database.ts';
import { notFound, refused } from '../startup-error.ts';
import { inviteAgain } from '../users/invite-user.ts';
import { listPeople, resetSecondFactorAsOperator } from '../users/people.ts';
import { merchantOption, requireMerchant } from './options.ts';
import { printLines, tableTime, printTable } from './output.ts';
import { operatorDeps, recordRead, onDatabase } from './with-database.ts';

const HELP = `
For a person who lost their authenticator app, passkeys and recovery codes, and whose merchant has no
other owner who could reset them. Make sure that it is them who ask. Their password stays, their
sessions end, and they are told by mail. With Amazon Cognito, use its console.`;

async function resetFactors(db: Database, typed: string): Promise<void> {
  const username = foldUsername(typed);
  const isReset = await resetSecondFactorAsOperator(await operatorDeps(db), username);
  if (!isReset) throw notFound(`second factor of ${username}`);
  await printLines([`${username} signs in with the password alone from now on.`]);
}

async function list(db: Database, { merchant }: { merchant: string }): Promise<void> {
  await requireMerchant(db, merchant);
  await recordRead(db, 'users list', merchant);
  const rows = (await listPeople({ db }, merchant)).map((user) => [
    user.username,
    user.name,
    user.role,
    user.disabledAt === undefined ? 'active' : `disabled ${tableTime(user.disabledAt)}`,
    user.lastSignInAt === undefined ? 'never' : tableTime(user.lastSignInAt),
  ]);
  await printTable(['USERNAME', 'NAME', 'ROLE', 'STATE', 'LAST SIGN-IN (UTC)'], rows);
}

const REFUSALS: Partial<Record<string, string>> = {
  user_disabled: 'is disabled: an owner of the merchant enables them first.',
  user_signed_in_before: 'signed in before: let them ask for a new password.',
};

async function invite(db: Database, typed: string, { merchant }: { merchant: string }) {
  const username = foldUsername(typed);
  const name = await requireMerchant(db, merchant);
  const person = { merchantId: merchant, username };
  await inviteAgain(await operatorDeps(db), person, { actor: 'operator' }).catch(
    (error: unknown) => {
      if (isApiError(error, 'user_not_found')) throw notFound(`user ${username} of ${name}`);
      const refusal = isApiError(error) ? REFUSALS[error.code] : undefined;
      throw refusal === undefined ? error : refused(`${username} ${refusal}`);
    },
  );
  await printLines([`An invitation goes to ${username}.`]);
}

export function addUsersCommand(portage: Command): void {
  const users = portage
    .command('users')
    .description('list people and help those who cannot sign in');
  users
    .command('list')
    .description('list the people of a merchant, by name')
    .addOption(merchantOption('whose people').makeOptionMandatory())
    .action(onDatabase(list));
  users
    .command('invite')
    .description('mail a new temporary password to a person who never signed in')
    .argument('<username>', 'their e-mail address')
    .addOption(merchantOption('whose they are').makeOptionMandatory())
    .action(onDatabase(invite));
  users
    .command('reset-second-factor')
    .description('remove the authenticator app, passkeys and recovery codes of a person')
    .argument('<username>', 'their e-mail address')
    .addHelpText('after', HELP)
    .action(onDatabase(resetFactors));
}
