import { v7 as uuidv7 } from 'uuid';
import type { EpochMillis } from '@portage/contract/time';
import { ApiError, invalidField } from '../api-error.ts';
import type { Executor, Database } from '../db/database.ts';
import { hashPassword, isPasswordOf } from './passwords.ts';
import {
  insertUser,
  findUserByUsername,
  findUser,
  updateTemporaryPassword,
  updateCheckedPassword,
  deleteUser,
  findUserOfMerchant,
  updateToTemporaryPassword,
  type User,
} from './user-queries.ts';
export type { User } from './user-queries.ts';
import { fieldMessages } from '@portage/contract/field-messages';
import type { PasswordChange } from '@portage/contract/users/passwords';
import type { MerchantPerson } from '../sessions/identity.ts';
import {
  revokeOtherSessions,
  revokeAllRefreshTokens,
  revokeSession,
} from '../sessions/refresh-tokens.ts';

/** Undefined for a wrong one, after the same time. */
export async function checkPassword(
  db: Database,
  username: string,
  password: string,
): Promise<User | undefined> {
  const user = await findUserByUsername(db, username);
  const isRight = await isPasswordOf(user?.passwordHash, password);
  return isRight ? user : undefined;
}

/** Undefined when the id has another username. */
export async function findNamedUser(
  db: Executor,
  userId: string,
  username: string,
): Promise<User | undefined> {
  const user = await findUser(db, userId);
  return user?.username === username ? user : undefined;
}

export async function findUsername(db: Executor, userId: string): Promise<string | undefined> {
  return (await findUser(db, userId))?.username;
}

/** Undefined when changed already. Throws `invalid_request` for the mailed password, `busy`. */
export async function replaceTemporaryPassword(
  db: Database,
  { userId, username, newPassword }: { userId: string; username: string; newPassword: string },
): Promise<User | undefined> {
  const user = await findNamedUser(db, userId, username);
  // Before hashing: an answered challenge must not occupy threads.
  if (!user?.mustChangePassword) return undefined;
  if (await isPasswordOf(user.passwordHash, newPassword)) {
    throw invalidField('newPassword', fieldMessages.passwordTemporary);
  }
  const passwordHash = await hashPassword(newPassword);
  const wasReplaced = await updateTemporaryPassword(db, userId, passwordHash);
  return wasReplaced ? { ...user, passwordHash, mustChangePassword: false } : undefined;
}

/** Ends every other session. Throws `sign_in_failed` for a wrong current password, and `busy`. */
export async function changePassword(
  db: Database,
  { username, sessionId }: { username: string; sessionId?: string | undefined },
  { currentPassword, newPassword }: PasswordChange,
): Promise<void> {
  const user = await checkPassword(db, username, currentPassword);
  if (!user) throw new ApiError('sign_in_failed');
  const newHash = await hashPassword(newPassword);
  await db.transaction().execute(async (trx) => {
    if (!(await updateCheckedPassword(trx, user, newHash))) throw new ApiError('sign_in_failed');
    await revokeOtherSessions(trx, user.id, sessionId);
  });
}

/** False for an unknown session or another person's. */
export async function endSessionOf(
  trx: Executor,
  person: MerchantPerson,
  sessionId: string,
): Promise<boolean> {
  const user = await findUserOfMerchant(trx, person);
  return user !== undefined && revokeSession(trx, user.id, sessionId);
}

/** A missing user is no error. */
export async function endSessionsOf(trx: Executor, username: string): Promise<void> {
  const user = await findUserByUsername(trx, username);
  if (user) await revokeAllRefreshTokens(trx, user.id);
}

/** Ends every session. */
export async function renewTemporaryPassword(
  trx: Executor,
  username: string,
  passwordHash: string,
): Promise<void> {
  const user = await findUserByUsername(trx, username);
  if (!user) return;
  await updateToTemporaryPassword(trx, user.id, passwordHash);
  await revokeAllRefreshTokens(trx, user.id);
}

/** Ends every session. A missing user is no error. */
export async function deleteUserAccount(
  trx: Executor,
  { merchantId, username }: MerchantPerson,
): Promise<void> {
  const user = await findUserByUsername(trx, username);
  if (user?.merchantId !== merchantId) return;
  // First, to lock: a concurrent renewal would add a token.
  await revokeAllRefreshTokens(trx, user.id);
  await deleteUser(trx, user.id);
}

export interface NewUser {
  merchantId: string;
  username: string;
  name: string;
  kind: 'user' | 'service';
  password: string;
  /** The password is temporary. */
  mustChangePassword: boolean;
  /** Digits with a leading plus. */
  phone?: string;
}

/** Returns a function that creates the user. Throws `busy`, the function `username_taken`. */
export async function prepareUser(
  { password, phone, ...newUser }: NewUser,
  now: EpochMillis,
): Promise<(db: Executor) => Promise<User>> {
  const passwordHash = await hashPassword(password);
  const user: User = {
    ...newUser,
    id: uuidv7({ msecs: now }),
    passwordHash,
    phone: phone ?? null,
  };
  return async (db) => {
    if (!(await insertUser(db, user, now))) {
      throw new ApiError('username_taken', { username: user.username });
    }
    return user;
  };
}

/** Throws `username_taken` and `busy`. */
export async function createUser(db: Executor, newUser: NewUser, now: EpochMillis): Promise<User> {
  const insert = await prepareUser(newUser, now);
  return insert(db);
}
