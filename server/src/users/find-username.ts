import type { Executor } from '../db/database.ts';
import { findUser } from './user-queries.ts';

/** The username of the user with an id. */
export async function findUsername(db: Executor, userId: string): Promise<string | undefined> {
  return (await findUser(db, userId))?.username;
}
