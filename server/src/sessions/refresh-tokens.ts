import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { EpochMillis } from '@portage/contract/time';
import type { Database, Executor } from '../db/database.ts';
import {
  deleteExpiredRefreshTokens,
  deleteFamilyOfRefreshToken,
  deleteRefreshTokenFamily,
  findRefreshTokenForUpdate,
  insertRefreshToken,
  updateRotatedAt,
} from './refresh-token-queries.ts';

const LIFETIME = 30 * 24 * 60 * 60 * 1000;

/**
 * How long a token that was just traded may be traded once more, in milliseconds: two tabs that
 * refresh at the same moment are one person, not a thief.
 */
const GRACE = 30_000;

/** The form in which refresh tokens are stored and looked up: what leaks from a database is no token. */
const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Adds a token to a family and gives what the client keeps. */
async function addToken(
  db: Executor,
  { userId, familyId }: { userId: string; familyId: string },
  now: EpochMillis,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await insertRefreshToken(db, {
    hash: hashOf(token),
    familyId,
    userId,
    createdAt: now,
    expiresAt: now + LIFETIME,
  });
  return token;
}

/** The first refresh token of a sign-in; the user's expired ones are forgotten on the way. */
export async function issueRefreshToken(
  db: Database,
  userId: string,
  now: EpochMillis,
): Promise<string> {
  await deleteExpiredRefreshTokens(db, userId, now);
  return addToken(db, { userId, familyId: uuidv7({ msecs: now }) }, now);
}

/**
 * Trades a refresh token for its successor. Undefined when it is unknown or expired, and when it was
 * traded before: then someone holds a copy, and the whole family is revoked.
 */
export function rotateRefreshToken(
  db: Database,
  token: string,
  now: EpochMillis,
): Promise<{ userId: string; refreshToken: string } | undefined> {
  return db.transaction().execute(async (trx) => {
    const stored = await findRefreshTokenForUpdate(trx, hashOf(token));
    if (!stored || stored.expiresAt <= now) return undefined;
    if (stored.rotatedAt !== null && now - stored.rotatedAt > GRACE) {
      await deleteRefreshTokenFamily(trx, stored.familyId);
      return undefined;
    }
    await updateRotatedAt(trx, hashOf(token), now);
    await deleteExpiredRefreshTokens(trx, stored.userId, now);
    return { userId: stored.userId, refreshToken: await addToken(trx, stored, now) };
  });
}

/** Ends the sign-in a refresh token belongs to; an unknown token is no fault. */
export async function revokeRefreshToken(db: Database, token: string): Promise<void> {
  await deleteFamilyOfRefreshToken(db, hashOf(token));
}
