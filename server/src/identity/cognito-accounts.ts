import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  type AttributeType,
} from '@aws-sdk/client-cognito-identity-provider';
import { invalidField } from '../api-error.ts';
import type { Pool } from './cognito-client.ts';
import { askPool, tolerate } from './cognito-faults.ts';
import { isPoolUsername } from './cognito-limits.ts';
import { creationMeanings } from './cognito-meanings.ts';
import type { NewAccount } from '../sessions/identity.ts';

/** What the pool keeps of an account. A person's username is an e-mail address, and proven: our mail goes there. */
function attributesOf(account: NewAccount): AttributeType[] {
  const isPerson = account.kind === 'user';
  const attributes = {
    name: account.name,
    phone_number: account.phone,
    email: isPerson ? account.username : undefined,
    email_verified: isPerson ? 'true' : undefined,
    'custom:kind': isPerson ? undefined : account.kind,
    'custom:merchant_id': account.merchantId,
    'custom:merchant_name': account.merchantName,
  };
  return Object.entries(attributes).flatMap(([Name, Value]) =>
    Value === undefined ? [] : [{ Name, Value }],
  );
}

const usernameNotStorable = () =>
  invalidField('username', {
    en: 'A username may have at most 128 characters, and no spaces.',
    fr: 'Un nom d’utilisateur peut avoir au plus 128 caractères, sans espaces.',
  });

/**
 * Creates a user of the pool, who gets no mail from it: ours carries the temporary password. Raises
 * `username_taken`, and `invalidField` for a username that no pool can hold.
 */
export async function createPoolUser(pool: Pool, account: NewAccount): Promise<void> {
  const { username, password } = account;
  if (!isPoolUsername(username)) throw usernameNotStorable();
  const user = { UserPoolId: pool.poolId, Username: username };
  const creation = new AdminCreateUserCommand({
    ...user,
    UserAttributes: attributesOf(account),
    TemporaryPassword: password,
    MessageAction: 'SUPPRESS',
  });
  await askPool(pool.log, pool.client.send(creation), creationMeanings(username));
  if (account.mustChangePassword) return;
  const permanent = new AdminSetUserPasswordCommand({
    ...user,
    Password: password,
    Permanent: true,
  });
  await askPool(pool.log, pool.client.send(permanent)).catch(async (error: unknown) => {
    await deletePoolUser(pool, username);
    throw error;
  });
}

/** Deletes a user of the pool, whose refresh tokens then work no more; one that is not there is no fault. */
export async function deletePoolUser(pool: Pool, username: string): Promise<void> {
  const user = { UserPoolId: pool.poolId, Username: username };
  const deletion = pool.client.send(new AdminDeleteUserCommand(user));
  await askPool(pool.log, tolerate(deletion, ['UserNotFoundException']));
}

/** Gives a user of the pool a temporary password, to be changed at the next sign-in. */
export async function renewPoolPassword(
  pool: Pool,
  username: string,
  password: string,
): Promise<void> {
  const user = { UserPoolId: pool.poolId, Username: username };
  const change = new AdminSetUserPasswordCommand({ ...user, Password: password, Permanent: false });
  await askPool(pool.log, pool.client.send(change));
}

/** Disables a user of the pool, who then gets no tokens, or enables them; one that is not there is no error. */
export async function enablePoolUser(
  pool: Pool,
  username: string,
  isEnabled: boolean,
): Promise<void> {
  const user = { UserPoolId: pool.poolId, Username: username };
  const change: Promise<unknown> = isEnabled
    ? pool.client.send(new AdminEnableUserCommand(user))
    : pool.client.send(new AdminDisableUserCommand(user));
  await askPool(pool.log, tolerate(change, ['UserNotFoundException']));
}

/** Ends every session of a user of the pool; one that is not there is no error. */
export async function endPoolSessions(pool: Pool, username: string): Promise<void> {
  const user = { UserPoolId: pool.poolId, Username: username };
  const end = pool.client.send(new AdminUserGlobalSignOutCommand(user));
  await askPool(pool.log, tolerate(end, ['UserNotFoundException']));
}
