import { type Selection, sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { type Tables, timestamp } from '../db/tables.ts';
import type { MerchantPerson } from '../sessions/identity.ts';

interface PasswordReset {
  username: string;
  codeHash: string;
  attemptsLeft: number;
  expiresAt: EpochMillis;
}

/** Replaces the username's last code. */
export async function upsertPasswordReset(db: Executor, reset: PasswordReset): Promise<void> {
  const values = {
    code_hash: reset.codeHash,
    attempts_left: reset.attemptsLeft,
    expires_at: new Date(reset.expiresAt),
  };
  await db
    .insertInto('password_resets')
    .values({ username: reset.username, ...values })
    .onConflict((conflict) => conflict.column('username').doUpdateSet(values))
    .execute();
}

/** Counts the attempt before comparing: concurrent guesses share none. Undefined for none. */
export function takeResetAttempt(
  db: Executor,
  username: string,
  now: EpochMillis,
): Promise<{ codeHash: string; attemptsLeft: number } | undefined> {
  return db
    .updateTable('password_resets')
    .set((row) => ({ attempts_left: row('attempts_left', '-', 1) }))
    .where('username', '=', username)
    .where('attempts_left', '>', 0)
    .where('expires_at', '>', timestamp(now))
    .returning(['code_hash as codeHash', 'attempts_left as attemptsLeft'])
    .executeTakeFirst();
}

export async function giveResetAttemptBack(
  db: Executor,
  username: string,
  codeHash: string,
): Promise<void> {
  await db
    .updateTable('password_resets')
    .set((row) => ({ attempts_left: row('attempts_left', '+', 1) }))
    .where('username', '=', username)
    .where('code_hash', '=', codeHash)
    .execute();
}

const deleteResets = (db: Executor, username: string) =>
  db.deleteFrom('password_resets').where('username', '=', username);

/** False when the code was gone: of two uses one succeeds. */
export async function deletePasswordReset(
  db: Executor,
  username: string,
  codeHash: string,
): Promise<boolean> {
  const used = await deleteResets(db, username).where('code_hash', '=', codeHash).execute();
  return used[0]?.numDeletedRows === 1n;
}

export async function deletePasswordResets(db: Executor, username: string): Promise<void> {
  await deleteResets(db, username).execute();
}

const columns = [
  'id',
  'merchant_id as merchantId',
  'username',
  'name',
  'kind',
  'password_hash as passwordHash',
  'must_change_password as mustChangePassword',
  'phone',
] as const;

/** A person or a program of a merchant. */
export type User = Selection<Tables, 'users', (typeof columns)[number]>;

/** Folds the column, as its index does. */
const named = (db: Executor, username: string) =>
  db
    .selectFrom('users')
    .select(columns)
    .where(sql<boolean>`lower(username) = ${username}`);

export const findUserByUsername = (db: Executor, username: string): Promise<User | undefined> =>
  named(db, username).executeTakeFirst();

export const findUserOfMerchant = (
  db: Executor,
  { merchantId, username }: MerchantPerson,
): Promise<User | undefined> =>
  named(db, username).where('merchant_id', '=', merchantId).executeTakeFirst();

export function findUser(db: Executor, id: string): Promise<User | undefined> {
  return db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst();
}

/** False when the username is taken, ignoring case. */
export async function insertUser(db: Executor, user: User, now: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('users')
    .values({
      id: user.id,
      merchant_id: user.merchantId,
      username: user.username,
      name: user.name,
      kind: user.kind,
      password_hash: user.passwordHash,
      must_change_password: user.mustChangePassword,
      created_at: new Date(now),
      phone: user.phone,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(username)`).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Deletes the user's refresh tokens, too. */
export async function deleteUser(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute();
}

/** Chosen by the user. */
const setOwnPassword = (db: Executor, id: string, passwordHash: string) =>
  db
    .updateTable('users')
    .set({ password_hash: passwordHash, must_change_password: false })
    .where('id', '=', id);

/** Temporary or not before. */
export async function updatePassword(
  db: Executor,
  id: string,
  passwordHash: string,
): Promise<void> {
  await setOwnPassword(db, id, passwordHash).execute();
}

/** Unless the checked password has changed. */
export async function updateCheckedPassword(
  db: Executor,
  { id, passwordHash }: Pick<User, 'id' | 'passwordHash'>,
  newHash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await setOwnPassword(db, id, newHash)
    .where('password_hash', '=', passwordHash)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** False when it was changed already: of two answers to a challenge one succeeds. */
export async function updateTemporaryPassword(
  db: Executor,
  id: string,
  passwordHash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await setOwnPassword(db, id, passwordHash)
    .where('must_change_password', '=', true)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function updateToTemporaryPassword(
  db: Executor,
  id: string,
  passwordHash: string,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash, must_change_password: true })
    .where('id', '=', id)
    .execute();
}
