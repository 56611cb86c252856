import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';

export interface StoredSigningKey {
  kid: string;
  /** JSON (RFC 7517), encrypted. */
  encryptedJwk: Buffer;
  createdAt: EpochMillis;
}

/** Newest first. */
export function listStoredSigningKeys(db: Executor): Promise<StoredSigningKey[]> {
  return db
    .selectFrom('signing_keys')
    .select(['kid', 'encrypted_jwk as encryptedJwk', 'created_at as createdAt'])
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute();
}

/** Blocks other writers of keys, until the transaction ends. */
export async function lockSigningKeys(trx: Executor): Promise<void> {
  await sql`lock table signing_keys in share row exclusive mode`.execute(trx);
}

export async function insertSigningKey(trx: Executor, key: StoredSigningKey): Promise<void> {
  const { kid, encryptedJwk, createdAt } = key;
  await trx
    .insertInto('signing_keys')
    .values({ kid, encrypted_jwk: encryptedJwk, created_at: new Date(createdAt) })
    .execute();
}

export async function deleteSigningKey(trx: Executor, kid: string): Promise<void> {
  await trx.deleteFrom('signing_keys').where('kid', '=', kid).execute();
}
