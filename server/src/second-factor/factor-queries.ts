import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';

/** Which second factors a user has; one that is being set up does not count. */
export interface FactorCounts {
  hasApp: boolean;
  passkeys: number;
  recoveryCodes: number;
}

/** Counts the second factors of a user. */
export async function countFactors(db: Executor, userId: string): Promise<FactorCounts> {
  const { rows } = await sql<FactorCounts>`
    select
      exists (
        select from authenticator_apps where user_id = ${userId} and confirmed_at is not null
      ) as "hasApp",
      (select count(*)::int from passkeys where user_id = ${userId}) as passkeys,
      (select count(*)::int from recovery_codes where user_id = ${userId}) as "recoveryCodes"`.execute(
    db,
  );
  return rows[0] ?? { hasApp: false, passkeys: 0, recoveryCodes: 0 };
}

/** Which of these usernames have a second factor. */
export async function listUsernamesWithFactor(
  db: Executor,
  usernames: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ username: string }>`
    select lower(username) as username from users
    where lower(username) = any(${usernames}) and (
      exists (select from passkeys where user_id = users.id)
      or exists (
        select from authenticator_apps where user_id = users.id and confirmed_at is not null
      )
    )`.execute(db);
  return rows.map(({ username }) => username);
}

/** Locks a user, so that of two changes of their factors the second sees what the first did. */
export async function lockFactorsOfUser(trx: Executor, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

/** Records that a session showed a second factor: it may make protected calls for a while. */
export async function updateFactorChecked(
  db: Executor,
  sessionId: string,
  now: EpochMillis,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ factor_checked_at: new Date(now), awaits_factor: false })
    .where('id', '=', sessionId)
    .execute();
}

/** Whether an owner of the merchant requires a second factor of every person. */
export async function findRequirement(db: Executor, merchantId: string): Promise<boolean> {
  const row = await db
    .selectFrom('merchants')
    .select('requires_second_factor')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return row?.requires_second_factor ?? false;
}

/** Requires a second factor of every person of the merchant, or no longer. */
export async function updateRequirement(
  trx: Executor,
  merchantId: string,
  isRequired: boolean,
): Promise<void> {
  await trx
    .updateTable('merchants')
    .set({ requires_second_factor: isRequired })
    .where('merchant_id', '=', merchantId)
    .execute();
}

/** Replaces the recovery codes of a user by new ones, given by their hashes; none deletes them. */
export async function replaceRecoveryCodes(
  trx: Executor,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  if (hashes.length === 0) return;
  const rows = hashes.map((code_hash) => ({ user_id: userId, code_hash }));
  await trx.insertInto('recovery_codes').values(rows).execute();
}

/** Uses a recovery code up. False for one that is not there any more. */
export async function deleteRecoveryCode(
  db: Executor,
  userId: string,
  hash: Buffer,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Removes every second factor of a user. */
export async function deleteFactors(trx: Executor, userId: string): Promise<void> {
  await trx.deleteFrom('authenticator_apps').where('user_id', '=', userId).execute();
  await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}
