import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';
import type { MerchantPerson } from '../sessions/identity.ts';
import type { User } from './user.ts';

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

/** Adds a user. False when the username is taken, in whatever case. */
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

/** Sets a password that is the user's own, whatever the one before was. */
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

/** Gives a person a new temporary password, in place of whichever they had. */
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
