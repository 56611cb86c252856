import { createHash, createHmac, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { EpochMillis } from '@portage/contract/time';
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
  deleteSessionsOfUser,
  findSignInState,
  listSessionsOfPerson,
  updatePasswordChecked,
  updateSessionUse,
} from './session-queries.ts';
import type { MerchantPerson, OpenSession, SignInState } from './identity.ts';
import { DAY } from '../durations.ts';

/** Lifetime of a session after its last renewal, in ms. */
const IDLE_LIFETIME = 30 * DAY;

/** Lifetime of a session in all, in ms. */
const WHOLE_LIFETIME = 90 * DAY;

/**
 * Milliseconds in which a used token works once more: two tabs may refresh at the same time. Both
 * get the same successor.
 */
const GRACE = 30_000;

/** The form in which refresh tokens are stored and looked up: what leaks from a database is no token. */
const hashOf = (token: string) => createHash('sha256').update(token).digest();

/**
 * The successor of a token. Neither who knows only the token nor who reads only the database can tell
 * what it is.
 */
const successorOf = (token: string, salt: Buffer) =>
  createHmac('sha256', salt).update(token).digest('base64url');

const expiryOf = (startedAt: EpochMillis, now: EpochMillis) =>
  Math.min(now + IDLE_LIFETIME, startedAt + WHOLE_LIFETIME);

/**
 * Opens a session: its id and its first refresh token. Undefined when the password that was checked has
 * been changed since: a new password ends every session, also those just being opened.
 */
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
 * it was traded before: then someone holds a copy, and the session ends.
 */
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

/** Ends the sign-in a refresh token belongs to and gives its user's id; an unknown token is no fault. */
export function revokeRefreshToken(db: Database, token: string): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const stored = await findLocked(trx, token);
    if (stored) await deleteSession(trx, stored.userId, stored.familyId);
    return stored?.userId;
  });
}

/** Ends every session of a user, in the transaction that gives a new password. */
export async function revokeAllRefreshTokens(trx: Executor, userId: string): Promise<void> {
  await lockRefreshTokensOfUser(trx, userId);
  await deleteSessionsOfUser(trx, userId);
}

/** Ends every session of a user but the one with which they changed their password. */
export async function revokeOtherSessions(
  trx: Executor,
  userId: string,
  kept: string | undefined,
): Promise<void> {
  await lockRefreshTokensOfUser(trx, userId);
  await deleteOtherSessions(trx, userId, kept);
}

/** Ends one session of a user. False for one that is not there, or another user's. */
export async function revokeSession(trx: Executor, userId: string, id: string): Promise<boolean> {
  await lockRefreshTokensOfUser(trx, userId);
  return deleteSession(trx, userId, id);
}

/** Finds when a session's password and factor were checked; undefined for an ended session. */
export async function readSignInState(
  db: Database,
  sessionId: string | undefined,
  now: EpochMillis,
): Promise<SignInState | undefined> {
  return sessionId === undefined ? undefined : findSignInState(db, sessionId, now);
}

/** Records that the user of a session has typed their password again. */
export function notePasswordCheck(
  db: Database,
  sessionId: string,
  now: EpochMillis,
): Promise<void> {
  return updatePasswordChecked(db, sessionId, now);
}

/** The open sessions of a person, the one used last first. */
export function listSessions(
  db: Database,
  person: MerchantPerson,
  now: EpochMillis,
): Promise<OpenSession[]> {
  return listSessionsOfPerson(db, person, now);
}
