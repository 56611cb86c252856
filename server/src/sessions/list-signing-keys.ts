import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { listStoredSigningKeys } from './signing-key-queries.ts';

/** A key that verifies session tokens. */
export interface SigningKeyEntry {
  kid: string;
  createdAt: EpochMillis;
  /** Since when the next key signs in its place; undefined for the one that signs. */
  replacedAt: EpochMillis | undefined;
}

/** Every signing key, newest first: the first one signs. None before the first token is signed. */
export async function listSigningKeys(db: Executor): Promise<SigningKeyEntry[]> {
  const keys = await listStoredSigningKeys(db);
  return keys.map(({ kid, createdAt }, index) => ({
    kid,
    createdAt,
    replacedAt: keys[index - 1]?.createdAt,
  }));
}
