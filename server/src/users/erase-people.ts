import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { forgetDevices } from '../sessions/known-devices.ts';
import { deletePersonRows, listUsernamesOf } from './merchant-user-queries.ts';
import { deletePasswordResetOf } from './user-queries.ts';

/** Usernames of people and programs, in no sequence. */
export const somePeopleOf = (db: Executor, merchantId: string, most: number): Promise<string[]> =>
  listUsernamesOf(db, merchantId, most);

/** With passwords, sessions, second factors and devices. A missing account is no error. */
export async function erasePeople(
  trx: Executor,
  { identity }: Pick<Deps, 'identity'>,
  merchantId: string,
  usernames: readonly string[],
): Promise<void> {
  for (const username of usernames) {
    await forgetDevices({ db: trx }, username);
    await deletePasswordResetOf(trx, username);
  }
  for (const username of usernames) await identity.deleteAccount(trx, { merchantId, username });
  await deletePersonRows(trx, merchantId, usernames);
}
