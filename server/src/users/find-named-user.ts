import type { Executor } from '../db/database.ts';
import { findUser } from './user-queries.ts';
import type { User } from './user.ts';

/** The user with an id, if that user goes by the username. */
export async function findNamedUser(
  db: Executor,
  userId: string,
  username: string,
): Promise<User | undefined> {
  const user = await findUser(db, userId);
  return user?.username === username ? user : undefined;
}

/** The username of the user with an id. */
export async function findUsername(db: Executor, userId: string): Promise<string | undefined> {
  return (await findUser(db, userId))?.username;
}
