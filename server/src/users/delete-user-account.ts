import type { Executor } from '../db/database.ts';
import { deleteUser } from './user-queries.ts';

/** Takes a user away with all sign-ins; one that is not there is no fault. */
export function deleteUserAccount(trx: Executor, username: string): Promise<void> {
  return deleteUser(trx, username);
}
