import {
  AdminUserGlobalSignOutCommand,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Locale } from '@portage/contract/locale';
import type { PasswordResetAnswer } from '@portage/contract/passwords';
import { resetCodeWrong } from '../sessions/reset-code-wrong.ts';
import type { Pool } from './cognito-client.ts';
import { askPool, tolerate } from './cognito-faults.ts';
import { isPoolUsername } from './cognito-limits.ts';
import { confirmationMeanings, NO_CODE } from './cognito-meanings.ts';

/**
 * Has the pool mail a code, where the username is a person's. The pool writes that mail in one
 * language, unless a trigger of its own reads the `locale` it is told.
 */
export async function sendPoolCode(pool: Pool, username: string, locale: Locale): Promise<void> {
  const { client, clientId, log } = pool;
  if (!isPoolUsername(username)) return;
  const request = new ForgotPasswordCommand({
    ClientId: clientId,
    Username: username,
    ClientMetadata: { locale },
  });
  await askPool(log, tolerate(client.send(request), NO_CODE));
}

/**
 * Gives a user the new password for the code that the pool mailed, and ends every session. The code is
 * used up by the first step: should the second fail, only an operator can do it.
 */
export async function resetPoolPassword(pool: Pool, answer: PasswordResetAnswer): Promise<void> {
  const { client, clientId, poolId, log } = pool;
  const { username, newPassword, code } = answer;
  if (!isPoolUsername(username)) throw resetCodeWrong();
  const confirmation = new ConfirmForgotPasswordCommand({
    ClientId: clientId,
    Username: username,
    ConfirmationCode: code,
    Password: newPassword,
  });
  await askPool(log, client.send(confirmation), confirmationMeanings);
  const signOut = new AdminUserGlobalSignOutCommand({ UserPoolId: poolId, Username: username });
  await client.send(signOut).catch((error: unknown) => {
    log.error({ err: error }, 'the sessions before a new password could not be ended');
  });
}
