import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';

/** A passkey as it is stored. */
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

/** The passkeys of a user, the oldest first. */
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

/** Adds a passkey to a user. */
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

/** Records the use of a passkey, and the counter that it had then. */
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

/** Removes a passkey of a user. False for one that is not there, or another user's. */
export async function deletePasskey(trx: Executor, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Keeps what a passkey was asked to sign, and forgets what the user was asked before and is expired. */
export async function insertPasskeyChallenge(
  db: Executor,
  { userId, challenge, expiresAt }: { userId: string; challenge: string; expiresAt: EpochMillis },
  now: EpochMillis,
): Promise<void> {
  await sql`
    with expired as (
      delete from passkey_challenges where user_id = ${userId} and expires_at <= ${new Date(now)}
    )
    insert into passkey_challenges (user_id, challenge, expires_at)
    values (${userId}, ${challenge}, ${new Date(expiresAt)})`.execute(db);
}

/** Uses a challenge up. False when it is expired, was used before, or is another user's. */
export async function deletePasskeyChallenge(
  db: Executor,
  { userId, challenge }: { userId: string; challenge: string },
  now: EpochMillis,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('user_id', '=', userId)
    .where('challenge', '=', challenge)
    .where(sql<boolean>`expires_at > ${new Date(now)}`)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
