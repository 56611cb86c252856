import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { EpochMillis } from '@portage/contract/time';
import type { Database, Executor } from '../db/database.ts';
import {
  deleteExpiredRefreshTokens,
  deleteRefreshTokenFamily,
  deleteRefreshTokensOfUser,
  findRefreshToken,
  insertRefreshToken,
  lockRefreshTokenFamily,
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

/** A refresh token in force or not, with its family locked until the transaction ends. */
async function findLocked(trx: Executor, token: string) {
  const seen = await findRefreshToken(trx, hashOf(token));
  if (!seen) return undefined;
  await lockRefreshTokenFamily(trx, seen.familyId);
  return findRefreshToken(trx, hashOf(token));
}

/** The id of the user a refresh token was given to; undefined for an unknown one. */
export async function findOwnerOfRefreshToken(
  db: Database,
  token: string,
): Promise<string | undefined> {
  return (await findRefreshToken(db, hashOf(token)))?.userId;
}

/**
 * Trades a refresh token for its successor. Undefined when it is unknown or expired, and when it was
 * traded before: then someone holds a copy, and the whole family is revoked.
 */
export function rotateRefreshToken(
  db: Database,
  token: string,
  now: EpochMillis,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const stored = await findLocked(trx, token);
    if (!stored || stored.expiresAt <= now) return undefined;
    if (stored.rotatedAt !== null && now - stored.rotatedAt > GRACE) {
      await deleteRefreshTokenFamily(trx, stored.familyId);
      return undefined;
    }
    await updateRotatedAt(trx, hashOf(token), now);
    await deleteExpiredRefreshTokens(trx, stored.userId, now);
    return addToken(trx, stored, now);
  });
}

/** Ends the sign-in a refresh token belongs to; an unknown token is no fault. */
export function revokeRefreshToken(db: Database, token: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const stored = await findLocked(trx, token);
    if (stored) await deleteRefreshTokenFamily(trx, stored.familyId);
  });
}

/** Ends every sign-in of a user, as after a new password. */
export function revokeAllRefreshTokens(db: Database, userId: string): Promise<void> {
  return deleteRefreshTokensOfUser(db, userId);
}
