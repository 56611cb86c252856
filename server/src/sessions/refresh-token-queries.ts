import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';

/** A refresh token as it is stored: only its hash. */
export interface StoredRefreshToken {
  hash: Buffer;
  familyId: string;
  userId: string;
  createdAt: EpochMillis;
  expiresAt: EpochMillis;
}

/** Adds a refresh token. */
export async function insertRefreshToken(db: Executor, token: StoredRefreshToken): Promise<void> {
  await db
    .insertInto('refresh_tokens')
    .values({
      token_hash: token.hash,
      family_id: token.familyId,
      user_id: token.userId,
      created_at: new Date(token.createdAt),
      expires_at: new Date(token.expiresAt),
    })
    .execute();
}
