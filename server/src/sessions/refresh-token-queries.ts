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

/**
 * Adds the first refresh token of a sign-in, unless the user's password is another by now. A password
 * that is being changed is waited for, so that none outlives the change.
 */
export async function insertFirstRefreshToken(
  db: Executor,
  { hash, familyId, userId, createdAt, expiresAt }: StoredRefreshToken,
  passwordHash: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into refresh_tokens (token_hash, family_id, user_id, created_at, expires_at)
    select ${hash}::bytea, ${familyId}::uuid, id,
      ${new Date(createdAt)}::timestamptz, ${new Date(expiresAt)}::timestamptz
    from users where id = ${userId} and password_hash = ${passwordHash} for share`.execute(db);
  return numAffectedRows === 1n;
}

/** Adds a successor. */
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
 * Keeps other transactions from changing the tokens of a user until this one ends: of a renewal and a
 * sign-out or a new password at the same moment, the second sees what the first did.
 */
export async function lockRefreshTokensOfUser(trx: Executor, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 0))`.execute(trx);
}

/** Revokes every refresh token of one sign-in. */
export async function deleteRefreshTokenFamily(db: Executor, familyId: string): Promise<void> {
  await db.deleteFrom('refresh_tokens').where('family_id', '=', familyId).execute();
}

/** Revokes every refresh token of a user. */
export async function deleteRefreshTokensOfUser(db: Executor, userId: string): Promise<void> {
  await db.deleteFrom('refresh_tokens').where('user_id', '=', userId).execute();
}

/** Forgets the refresh tokens that are expired. */
export async function deleteExpiredRefreshTokens(db: Executor, now: EpochMillis): Promise<void> {
  await db
    .deleteFrom('refresh_tokens')
    .where(sql<boolean>`expires_at <= ${new Date(now)}`)
    .execute();
}
