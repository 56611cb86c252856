import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { upsertSignIn } from './merchant-user-queries.ts';

/** Records that a person has signed in for a merchant. */
export function recordSignIn(
  db: Executor,
  merchantId: string,
  person: { username: string; name: string },
  now: EpochMillis,
): Promise<void> {
  return upsertSignIn(db, merchantId, person, now);
}
