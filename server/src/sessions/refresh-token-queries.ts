import { sql } from 'kysely';
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

/** A refresh token as it stands. */
export function findRefreshToken(db: Executor, hash: Buffer) {
  return db
    .selectFrom('refresh_tokens')
    .select([
      'family_id as familyId',
      'user_id as userId',
      'expires_at as expiresAt',
      'rotated_at as rotatedAt',
    ])
    .where('token_hash', '=', hash)
    .executeTakeFirst();
}

/** Notes when a refresh token was first traded for a successor. */
export async function updateRotatedAt(
  trx: Executor,
  hash: Buffer,
  now: EpochMillis,
): Promise<void> {
  await trx
    .updateTable('refresh_tokens')
    .set({ rotated_at: new Date(now) })
    .where('token_hash', '=', hash)
    .where('rotated_at', 'is', null)
    .execute();
}

/**
 * Keeps other transactions from changing a family until this one ends: of a renewal and a sign-out at
 * the same moment, the second sees what the first did.
 */
export async function lockRefreshTokenFamily(trx: Executor, familyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${familyId}, 0))`.execute(trx);
}

/** Revokes every refresh token of one sign-in. */
export async function deleteRefreshTokenFamily(db: Executor, familyId: string): Promise<void> {
  await db.deleteFrom('refresh_tokens').where('family_id', '=', familyId).execute();
}

/** Revokes every refresh token of a user. */
export async function deleteRefreshTokensOfUser(db: Executor, userId: string): Promise<void> {
  await db.deleteFrom('refresh_tokens').where('user_id', '=', userId).execute();
}

/** Forgets the refresh tokens of a user that count no more. */
export async function deleteExpiredRefreshTokens(
  db: Executor,
  userId: string,
  now: EpochMillis,
): Promise<void> {
  await db
    .deleteFrom('refresh_tokens')
    .where('user_id', '=', userId)
    .where(sql<boolean>`expires_at <= ${new Date(now)}`)
    .execute();
}
