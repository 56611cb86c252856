import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';
import type { MerchantPerson } from '../sessions/identity.ts';
import type { EpochMillis } from '@portage/contract/time';
import { timestamp } from '../db/timestamp.ts';

/** Someone, or some program, that signs in for a merchant. */
export interface User {
  id: string;
  merchantId: string;
  /** For people, their e-mail address. */
  username: string;
  name: string;
  /** A person, or a service user (API credentials). */
  kind: 'user' | 'service';
  passwordHash: string;
  /** True while the password is a temporary one. */
  mustChangePassword: boolean;
  /** Digits with a leading plus; null when it is not known. */
  phone: string | null;
}

/** A code that allows a new password. */
interface PasswordReset {
  username: string;
  codeHash: string;
  attemptsLeft: number;
  expiresAt: EpochMillis;
}

/** Stores a code in place of the username's last one. */
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

/**
 * Takes one of the attempts a code allows, before it is compared, so that guesses at the same moment
 * do not share one. Undefined when there is no code in force or no attempt left.
 */
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

/** Gives an attempt back that was not made after all. */
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

/** Forgets the code of a username. False when it was gone already: of two uses one succeeds. */
export async function deletePasswordReset(
  db: Executor,
  username: string,
  codeHash: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('password_resets')
    .where('username', '=', username)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
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

/** The user with a username. The column is folded as well, since the index is made so. */
export function findUserByUsername(db: Executor, username: string): Promise<User | undefined> {
  return db
    .selectFrom('users')
    .select(columns)
    .where(sql<boolean>`lower(username) = ${username}`)
    .executeTakeFirst();
}

/** The user of a merchant with a username. */
export function findUserOfMerchant(
  db: Executor,
  { merchantId, username }: MerchantPerson,
): Promise<User | undefined> {
  return db
    .selectFrom('users')
    .select(columns)
    .where('merchant_id', '=', merchantId)
    .where(sql<boolean>`lower(username) = ${username}`)
    .executeTakeFirst();
}

/** The user with an id. */
export function findUser(db: Executor, id: string): Promise<User | undefined> {
  return db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Adds a user. False when the username is taken, ignoring case. */
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

/** Takes a user away, and with it its refresh tokens. */
export async function deleteUser(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute();
}

/** Sets a password that the user chose. */
const setOwnPassword = (db: Executor, id: string, passwordHash: string) =>
  db
    .updateTable('users')
    .set({ password_hash: passwordHash, must_change_password: false })
    .where('id', '=', id);

/** Gives a user a password of their own, temporary or not the one before. */
export async function updatePassword(
  db: Executor,
  id: string,
  passwordHash: string,
): Promise<void> {
  await setOwnPassword(db, id, passwordHash).execute();
}

/** Gives a user a new password, unless the current one is no longer the one that was checked. */
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

/**
 * Replaces a temporary password by the user's own. False when the user no longer has to change it,
 * so that of two answers to one challenge the second fails.
 */
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

/** Sets a temporary password. */
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
