import type { Command } from 'commander';
import { foldUsername } from '@portage/contract/users/username';
import { notFound } from '../startup-error.ts';
import { resetSecondFactorAsOperator } from '../users/people.ts';
import { printLines } from './output.ts';
import { operatorDeps, withDatabase } from './with-database.ts';

const HELP = `
For a person who lost their authenticator app, passkeys and recovery codes, and whose merchant has no
other owner who could reset them. Make sure that it is them who ask. Their password stays, their
sessions end, and they are told by mail. With Amazon Cognito, use its console.`;

async function resetFactors(typed: string): Promise<void> {
  const username = foldUsername(typed);
  await withDatabase(async (db) => {
    const isReset = await resetSecondFactorAsOperator(await operatorDeps(db), username);
    if (!isReset) throw notFound(`second factor of ${username}`);
    await printLines([`${username} signs in with the password alone from now on.`]);
  });
}

export function addUsersCommand(portage: Command): void {
  const users = portage.command('users').description('help a person who cannot sign in');
  users
    .command('reset-second-factor')
    .description('remove the authenticator app, passkeys and recovery codes of a person')
    .argument('<username>', 'their e-mail address')
    .addHelpText('after', HELP)
    .action(resetFactors);
}
