import type { Database } from '../db/database.ts';
import { isPasswordOf } from './passwords.ts';
import { findUserByUsername } from './user-queries.ts';
import type { User } from './user.ts';

/** The user whose username and password these are; undefined otherwise, after the same time. */
export async function checkPassword(
  db: Database,
  username: string,
  password: string,
): Promise<User | undefined> {
  const user = await findUserByUsername(db, username);
  const isRight = await isPasswordOf(user?.passwordHash, password);
  return isRight ? user : undefined;
}
