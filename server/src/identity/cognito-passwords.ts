import {
  AdminUserGlobalSignOutCommand,
  ChangePasswordCommand,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Locale } from '@portage/contract/locale';
import type { PasswordResetAnswer } from '@portage/contract/passwords';
import { ApiError } from '../api-error.ts';
import { resetCodeWrong } from '../sessions/reset-code-wrong.ts';
import type { Pool } from './cognito-client.ts';
import { askPool, tolerate } from './cognito-faults.ts';
import { isPoolUsername } from './cognito-limits.ts';
import { changeMeanings, confirmationMeanings, NO_CODE } from './cognito-meanings.ts';

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
  const { client, clientId, log } = pool;
  const { username, newPassword, code } = answer;
  if (!isPoolUsername(username)) throw resetCodeWrong();
  const confirmation = new ConfirmForgotPasswordCommand({
    ClientId: clientId,
    Username: username,
    ConfirmationCode: code,
    Password: newPassword,
  });
  await askPool(log, client.send(confirmation), confirmationMeanings);
  await endSessionsBefore(pool, username);
}

/**
 * Changes the password of a user who has just signed in with the current one, and ends every session.
 * Raises `sign_in_failed` for somebody whom the pool asks for more than the password.
 */
export async function changePoolPassword(
  pool: Pool,
  username: string,
  change: { accessToken: string | undefined; currentPassword: string; newPassword: string },
): Promise<void> {
  const { accessToken, currentPassword, newPassword } = change;
  if (accessToken === undefined) throw new ApiError('sign_in_failed');
  const command = new ChangePasswordCommand({
    AccessToken: accessToken,
    PreviousPassword: currentPassword,
    ProposedPassword: newPassword,
  });
  await askPool(pool.log, pool.client.send(command), changeMeanings);
  await endSessionsBefore(pool, username);
}

/** Ends every session of a user; a pool that does not is logged, since the new password is in force. */
async function endSessionsBefore({ client, poolId, log }: Pool, username: string): Promise<void> {
  const signOut = new AdminUserGlobalSignOutCommand({ UserPoolId: poolId, Username: username });
  await client.send(signOut).catch((error: unknown) => {
    log.error({ err: error }, 'the sessions before a new password could not be ended');
  });
}
