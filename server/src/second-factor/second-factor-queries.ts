import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { timestamp } from '../db/tables.ts';

/** `confirmedAt` is null while the app is being set up. */
export function findApp(db: Executor, userId: string) {
  return db
    .selectFrom('authenticator_apps')
    .select(['encrypted_secret as encryptedSecret', 'confirmed_at as confirmedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Replaces an unconfirmed app. False when the user has a confirmed one. */
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

/** False when this or a later code was used before, or another app was begun. */
export async function updateLastStep(
  db: Executor,
  userId: string,
  { encryptedSecret, step }: { encryptedSecret: Buffer; step: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('authenticator_apps')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('encrypted_secret', '=', encryptedSecret)
    .where(sql<boolean>`coalesce(last_step, 0) < ${step}`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** False unless one is being set up that has shown a code. */
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
    .where('last_step', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** False when there is none. */
export async function deleteApp(trx: Executor, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('authenticator_apps')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export interface StoredPasskey {
  id: string;
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string[];
  name: string;
  addedAt: EpochMillis;
  lastUsedAt: EpochMillis | null;
}

/** Oldest first. */
export async function listPasskeys(db: Executor, userId: string): Promise<StoredPasskey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select([
      'id',
      'credential_id as credentialId',
      'public_key as publicKey',
      'counter',
      'transports',
      'name',
      'created_at as addedAt',
      'last_used_at as lastUsedAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...row,
    publicKey: Uint8Array.from(row.publicKey),
    counter: Number(row.counter),
  }));
}

export async function insertPasskey(
  trx: Executor,
  userId: string,
  passkey: Omit<StoredPasskey, 'lastUsedAt'>,
): Promise<void> {
  await trx
    .insertInto('passkeys')
    .values({
      user_id: userId,
      id: passkey.id,
      credential_id: passkey.credentialId,
      public_key: Buffer.from(passkey.publicKey),
      counter: passkey.counter,
      transports: passkey.transports,
      name: passkey.name,
      created_at: new Date(passkey.addedAt),
      last_used_at: null,
    })
    .execute();
}

/** Records the counter of the use. */
export async function updatePasskeyUse(
  db: Executor,
  userId: string,
  { id, counter, now }: { id: string; counter: number; now: EpochMillis },
): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

/** False for a missing passkey, or another user's. */
export async function deletePasskey(trx: Executor, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Deletes the user's expired challenges. */
export async function insertPasskeyChallenge(
  db: Executor,
  { userId, challenge, expiresAt }: { userId: string; challenge: string; expiresAt: EpochMillis },
  now: EpochMillis,
): Promise<void> {
  await sql`
    with expired as (
      delete from passkey_challenges where user_id = ${userId} and expires_at <= ${timestamp(now)}
    )
    insert into passkey_challenges (user_id, challenge, expires_at)
    values (${userId}, ${challenge}, ${timestamp(expiresAt)})`.execute(db);
}

/** False when expired, used before, or another user's. */
export async function deletePasskeyChallenge(
  db: Executor,
  { userId, challenge }: { userId: string; challenge: string },
  now: EpochMillis,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('user_id', '=', userId)
    .where('challenge', '=', challenge)
    .where('expires_at', '>', timestamp(now))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Excludes an unconfirmed app. */
interface FactorCounts {
  hasApp: boolean;
  passkeys: number;
  recoveryCodes: number;
}

export async function countFactors(db: Executor, userId: string) {
  const { rows } = await sql<FactorCounts>`
    select
      exists (
        select from authenticator_apps where user_id = ${userId} and confirmed_at is not null
      ) as "hasApp",
      (select count(*)::int from passkeys where user_id = ${userId}) as passkeys,
      (select count(*)::int from recovery_codes where user_id = ${userId}) as "recoveryCodes"`.execute(
    db,
  );
  const [counts = { hasApp: false, passkeys: 0, recoveryCodes: 0 }] = rows;
  return { ...counts, hasFactor: counts.hasApp || counts.passkeys > 0 };
}

export async function findFactorHolders(
  db: Executor,
  usernames: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ username: string }>`
    select lower(username) as username from users
    where lower(username) = any(${usernames}) and (
      exists (select from passkeys where user_id = users.id)
      or exists (
        select from authenticator_apps where user_id = users.id and confirmed_at is not null
      )
    )`.execute(db);
  return new Set(rows.map(({ username }) => username));
}

/** Serializes changes of a user's factors. */
export async function lockFactorsOfUser(trx: Executor, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

/** Allows protected calls for a while. */
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

export async function findRequirement(db: Executor, merchantId: string): Promise<boolean> {
  const row = await db
    .selectFrom('merchants')
    .select('requires_second_factor')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return row?.requires_second_factor ?? false;
}

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

/** Takes hashes; an empty list deletes all. */
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

/** False when it was used before. */
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

export async function deleteFactors(trx: Executor, userId: string): Promise<void> {
  await trx.deleteFrom('authenticator_apps').where('user_id', '=', userId).execute();
  await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}
