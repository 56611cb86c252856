import type { Database } from '../db/database.ts';
import { type ListedSignUp, listSignUps } from './sign-up-queries.ts';

/** The newest sign-up requests, for operators; those that wait for a decision alone unless `all`. */
export function listSignUpRequests(
  db: Database,
  which: { all: boolean; limit: number },
): Promise<ListedSignUp[]> {
  return listSignUps(db, which);
}
