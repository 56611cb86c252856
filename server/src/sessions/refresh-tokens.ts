import { createHmac, hash, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { type EpochMillis, DAY } from '@portage/contract/time';
import type { Database, Executor } from '../db/database.ts';
import {
  findRefreshToken,
  insertRefreshToken,
  insertSession,
  type OpenedWith,
  lockRefreshTokensOfUser,
  updateRotatedAt,
  deleteOtherSessions,
  deleteSession,
  updateSessionUse,
} from './session-queries.ts';

export {
  findSignInState as readSignInState,
  listSessionsOfPerson as listSessions,
  updatePasswordChecked as notePasswordCheck,
} from './session-queries.ts';

/** Milliseconds since the last renewal. */
const IDLE_LIFETIME = 30 * DAY;

/** Milliseconds in all. */
const WHOLE_LIFETIME = 90 * DAY;

/** Milliseconds in which two tabs may refresh at once and get the same successor. */
const GRACE = 30_000;

/** A leaked database holds no usable token. */
const hashOf = (token: string) => hash('sha256', token, 'buffer');

/** Needs both the token and the database. */
const successorOf = (token: string, salt: Buffer) =>
  createHmac('sha256', salt).update(token).digest('base64url');

const expiryOf = (startedAt: EpochMillis, now: EpochMillis) =>
  Math.min(now + IDLE_LIFETIME, startedAt + WHOLE_LIFETIME);

/** Undefined when the password has changed since its check. */
export async function issueRefreshToken(
  db: Database,
  { id: userId, ...opened }: { id: string } & OpenedWith,
  now: EpochMillis,
): Promise<{ sessionId: string; refreshToken: string } | undefined> {
  const sessionId = uuidv7({ msecs: now });
  const refreshToken = randomBytes(32).toString('base64url');
  const stored = {
    hash: hashOf(refreshToken),
    familyId: sessionId,
    userId,
    createdAt: now,
    expiresAt: expiryOf(now, now),
  };
  const isOpen = await insertSession(db, stored, opened);
  return isOpen ? { sessionId, refreshToken } : undefined;
}

/** Locks the user's tokens; also finds tokens no longer in force. */
async function findLocked(trx: Executor, token: string) {
  const seen = await findRefreshToken(trx, hashOf(token));
  if (!seen) return undefined;
  await lockRefreshTokensOfUser(trx, seen.userId);
  return findRefreshToken(trx, hashOf(token));
}

/** Undefined for an unknown token. */
export async function findOwnerOfRefreshToken(
  db: Database,
  token: string,
): Promise<string | undefined> {
  return (await findRefreshToken(db, hashOf(token)))?.userId;
}

/** Undefined when unknown or expired; `replayed` ends the session, because a copy exists. */
export function rotateRefreshToken(
  db: Database,
  token: string,
  now: EpochMillis,
): Promise<{ sessionId: string; successor: string } | 'replayed' | undefined> {
  return db.transaction().execute(async (trx) => {
    const traded = await findLocked(trx, token);
    if (!traded || traded.expiresAt <= now) return undefined;
    const { familyId: sessionId, userId, startedAt, rotatedAt } = traded;
    if (rotatedAt !== null && now - rotatedAt > GRACE) {
      await deleteSession(trx, userId, sessionId);
      return 'replayed';
    }
    if (traded.successorSalt) {
      return { sessionId, successor: successorOf(token, traded.successorSalt) };
    }
    const successorSalt = randomBytes(32);
    const successor = successorOf(token, successorSalt);
    const expiresAt = expiryOf(startedAt, now);
    await updateRotatedAt(trx, hashOf(token), { now: rotatedAt ?? now, successorSalt });
    await insertRefreshToken(trx, {
      hash: hashOf(successor),
      familyId: sessionId,
      userId,
      createdAt: now,
      expiresAt,
    });
    await updateSessionUse(trx, { id: sessionId, now, expiresAt });
    return { sessionId, successor };
  });
}

/** Returns the user's id; undefined for an unknown token. */
export function revokeRefreshToken(db: Database, token: string): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const stored = await findLocked(trx, token);
    if (stored) await deleteSession(trx, stored.userId, stored.familyId);
    return stored?.userId;
  });
}

/** Call in the transaction that sets a new password. */
export const revokeAllRefreshTokens = (trx: Executor, userId: string): Promise<void> =>
  revokeOtherSessions(trx, userId, undefined);

/** Keeps the session that changed the password. */
export async function revokeOtherSessions(
  trx: Executor,
  userId: string,
  kept: string | undefined,
): Promise<void> {
  await lockRefreshTokensOfUser(trx, userId);
  await deleteOtherSessions(trx, userId, kept);
}

/** False for a missing session, or another user's. */
export async function revokeSession(trx: Executor, userId: string, id: string): Promise<boolean> {
  await lockRefreshTokensOfUser(trx, userId);
  return deleteSession(trx, userId, id);
}
