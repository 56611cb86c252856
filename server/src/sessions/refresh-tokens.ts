import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { EpochMillis } from '@portage/contract/time';
import type { Database, Executor } from '../db/database.ts';
import {
  deleteRefreshTokenFamily,
  deleteRefreshTokensOfUser,
  findRefreshToken,
  insertFirstRefreshToken,
  insertRefreshToken,
  lockRefreshTokensOfUser,
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

/** A token to be added to a family, and what the client keeps of it. */
function makeToken(family: { userId: string; familyId: string }, now: EpochMillis) {
  const token = randomBytes(32).toString('base64url');
  const { userId, familyId } = family;
  const stored = {
    hash: hashOf(token),
    familyId,
    userId,
    createdAt: now,
    expiresAt: now + LIFETIME,
  };
  return { token, stored };
}

/**
 * The first refresh token of a sign-in. Undefined when the password that was checked has been changed
 * since: a new password ends every session, also those just being opened.
 */
export async function issueRefreshToken(
  db: Database,
  user: { id: string; passwordHash: string },
  now: EpochMillis,
): Promise<string | undefined> {
  const family = { userId: user.id, familyId: uuidv7({ msecs: now }) };
  const { token, stored } = makeToken(family, now);
  return (await insertFirstRefreshToken(db, stored, user.passwordHash)) ? token : undefined;
}

/** A refresh token in force or not, with those of its user locked until the transaction ends. */
async function findLocked(trx: Executor, token: string) {
  const seen = await findRefreshToken(trx, hashOf(token));
  if (!seen) return undefined;
  await lockRefreshTokensOfUser(trx, seen.userId);
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
 * Trades a refresh token for its successor. Undefined when it is unknown or expired; `replayed` when
 * it was traded before: then someone holds a copy, and the whole family is revoked.
 */
export function rotateRefreshToken(
  db: Database,
  token: string,
  now: EpochMillis,
): Promise<{ successor: string } | 'replayed' | undefined> {
  return db.transaction().execute(async (trx) => {
    const traded = await findLocked(trx, token);
    if (!traded || traded.expiresAt <= now) return undefined;
    if (traded.rotatedAt !== null && now - traded.rotatedAt > GRACE) {
      await deleteRefreshTokenFamily(trx, traded.familyId);
      return 'replayed';
    }
    const { token: successor, stored } = makeToken(traded, now);
    await updateRotatedAt(trx, hashOf(token), now);
    await insertRefreshToken(trx, stored);
    return { successor };
  });
}

/** Ends the sign-in a refresh token belongs to and gives its user's id; an unknown token is no fault. */
export function revokeRefreshToken(db: Database, token: string): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const stored = await findLocked(trx, token);
    if (stored) await deleteRefreshTokenFamily(trx, stored.familyId);
    return stored?.userId;
  });
}

/** Ends every sign-in of a user, in the transaction that gives a new password. */
export async function revokeAllRefreshTokens(trx: Executor, userId: string): Promise<void> {
  await lockRefreshTokensOfUser(trx, userId);
  await deleteRefreshTokensOfUser(trx, userId);
}
