import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';

/** The authenticator app of a user; `confirmedAt` is null while it is being set up. */
export function findApp(db: Executor, userId: string) {
  return db
    .selectFrom('authenticator_apps')
    .select(['encrypted_secret as encryptedSecret', 'confirmed_at as confirmedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Begins to set up an app, in place of one that was begun. False when the user has one already. */
export async function insertUnconfirmedApp(
  db: Executor,
  { userId, encryptedSecret }: { userId: string; encryptedSecret: Buffer },
  now: EpochMillis,
): Promise<boolean> {
  const begun = {
    encrypted_secret: encryptedSecret,
    created_at: new Date(now),
    last_step: null,
  };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('authenticator_apps')
    .values({ user_id: userId, ...begun, confirmed_at: null })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(begun)
        .where('authenticator_apps.confirmed_at', 'is', null),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Records the time step of a code that was right. False when that code, or a later one, was used before. */
export async function updateLastStep(db: Executor, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('authenticator_apps')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where(sql<boolean>`coalesce(last_step, 0) < ${step}`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Puts an app in force that was being set up. False when there is none. */
export async function updateAppConfirmed(
  trx: Executor,
  userId: string,
  now: EpochMillis,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('authenticator_apps')
    .set({ confirmed_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Removes the app of a user. False when there is none. */
export async function deleteApp(trx: Executor, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('authenticator_apps')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
