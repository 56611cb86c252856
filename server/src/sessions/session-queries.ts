import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import { takeLock } from '../db/advisory-lock.ts';
import type { Executor } from '../db/database.ts';
import { timestamp } from '../db/tables.ts';
import {
  type MerchantPerson,
  type OpenSession,
  SESSION_ENDS,
  type SignInState,
} from './identity.ts';

/** Found by its hash. */
interface StoredRefreshToken {
  hash: Buffer;
  familyId: string;
  userId: string;
  createdAt: EpochMillis;
  expiresAt: EpochMillis;
}

export interface OpenedWith {
  passwordHash: string;
  userAgent?: string | undefined;
  /** Undefined where none was shown. */
  factorCheckedAt?: EpochMillis | undefined;
  /** A second factor is required, but not set up. */
  awaitsFactor?: boolean;
}

/** Waits for a change of the password; does nothing after one. */
export async function insertSession(
  db: Executor,
  { hash, familyId, userId, createdAt, expiresAt }: StoredRefreshToken,
  { passwordHash, userAgent, factorCheckedAt, awaitsFactor = false }: OpenedWith,
): Promise<boolean> {
  const startedAt = timestamp(createdAt);
  const checkedAt = factorCheckedAt === undefined ? null : new Date(factorCheckedAt);
  const endsAt = timestamp(expiresAt);
  const { numAffectedRows } = await sql`
    with signed_in as (
      select id from users where id = ${userId} and password_hash = ${passwordHash} for share
    ),
    opened as (
      insert into sessions (id, user_id, started_at, last_used_at, expires_at, user_agent,
        factor_checked_at, awaits_factor)
      select ${familyId}::uuid, id, ${startedAt}, ${startedAt}, ${endsAt}, ${userAgent ?? null},
        ${checkedAt}::timestamptz, ${awaitsFactor}::boolean
      from signed_in
      returning id, user_id
    )
    insert into refresh_tokens (token_hash, family_id, user_id, created_at, expires_at)
    select ${hash}::bytea, id, user_id, ${startedAt}, ${endsAt} from opened`.execute(db);
  return numAffectedRows === 1n;
}

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

/** Returns the token with the start of its session. */
export function findRefreshToken(db: Executor, hash: Buffer) {
  return db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'family_id')
    .select([
      'family_id as familyId',
      'refresh_tokens.user_id as userId',
      'started_at as startedAt',
      'refresh_tokens.expires_at as expiresAt',
      'rotated_at as rotatedAt',
      'successor_salt as successorSalt',
    ])
    .where('token_hash', '=', hash)
    .executeTakeFirst();
}

/** The successor follows from the salt. */
export async function updateRotatedAt(
  trx: Executor,
  hash: Buffer,
  { now, successorSalt }: { now: EpochMillis; successorSalt: Buffer },
): Promise<void> {
  await trx
    .updateTable('refresh_tokens')
    .set({ rotated_at: new Date(now), successor_salt: successorSalt })
    .where('token_hash', '=', hash)
    .execute();
}

/** Serializes renewals, sign-outs and new passwords of a user. */
export async function lockRefreshTokensOfUser(trx: Executor, userId: string): Promise<void> {
  await takeLock(trx, 'tokens of user', userId);
}

/** The one seen longest ago goes first. */
const MOST_KNOWN = 20;

export async function isKnownDevice(
  db: Executor,
  username: string,
  tokenHash: Buffer,
): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('token_hash')
    .where('username', '=', username)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps the newest twenty. */
export async function upsertKnownDevice(
  db: Executor,
  { username, tokenHash }: { username: string; tokenHash: Buffer },
  now: EpochMillis,
): Promise<void> {
  const seenAt = new Date(now);
  await db
    .insertInto('known_devices')
    .values({ username, token_hash: tokenHash, last_seen_at: seenAt })
    .onConflict((conflict) =>
      conflict.columns(['username', 'token_hash']).doUpdateSet({ last_seen_at: seenAt }),
    )
    .execute();
  const older = db
    .selectFrom('known_devices')
    .select('token_hash')
    .where('username', '=', username)
    .orderBy('last_seen_at', 'desc')
    .orderBy('token_hash')
    .offset(MOST_KNOWN);
  await db
    .deleteFrom('known_devices')
    .where('username', '=', username)
    .where('token_hash', 'in', older)
    .execute();
}

/** Forgets the devices after a new password: one may be a thief's. */
export async function deleteKnownDevicesOf(db: Executor, username: string): Promise<void> {
  await db.deleteFrom('known_devices').where('username', '=', username).execute();
}

const MOST_LISTED = 100;

/** Undefined for an ended session. */
export async function findSignInState(
  db: Executor,
  id: string | undefined,
  now: EpochMillis,
): Promise<SignInState | undefined> {
  if (id === undefined) return undefined;
  return db
    .selectFrom('sessions')
    .select([
      sql<number>`coalesce(password_checked_at, started_at)`.as('passwordCheckedAt'),
      'factor_checked_at as factorCheckedAt',
      'awaits_factor as awaitsFactor',
      sql<boolean>`
        exists (select from passkeys where passkeys.user_id = sessions.user_id)
        or exists (
          select from authenticator_apps app
          where app.user_id = sessions.user_id and confirmed_at is not null
        )`.as('hasFactor'),
    ])
    .where('id', '=', id)
    .where('expires_at', '>', timestamp(now))
    .executeTakeFirst();
}

/** Last used first. */
export async function listSessionsOfPerson(
  db: Executor,
  { merchantId, username }: MerchantPerson,
  now: EpochMillis,
): Promise<OpenSession[]> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select([
      'sessions.id',
      'started_at as startedAt',
      'last_used_at as lastUsedAt',
      'user_agent as userAgent',
    ])
    .where('merchant_id', '=', merchantId)
    .where(sql<boolean>`lower(username) = ${username}`)
    .where('expires_at', '>', timestamp(now))
    .orderBy('last_used_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .limit(MOST_LISTED)
    .execute();
  return rows.map(({ userAgent, ...session }) =>
    userAgent === null ? session : { ...session, userAgent },
  );
}

export async function updatePasswordChecked(
  db: Executor,
  id: string,
  now: EpochMillis,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ password_checked_at: new Date(now) })
    .where('id', '=', id)
    .execute();
}

export async function updateSessionUse(
  trx: Executor,
  { id, now, expiresAt }: { id: string; now: EpochMillis; expiresAt: EpochMillis },
): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ last_used_at: new Date(now), expires_at: new Date(expiresAt) })
    .where('id', '=', id)
    .execute();
}

/** Deletes a session and its refresh tokens. False for a missing session. */
export async function deleteSession(trx: Executor, userId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    with ended as (
      delete from sessions where id = ${id} and user_id = ${userId} returning id
    )
    select pg_notify(${SESSION_ENDS}, id::text) from ended`.execute(trx);
  return rows.length > 0;
}

/** Deletes sessions and their refresh tokens; all of them where none is kept. */
export async function deleteOtherSessions(
  trx: Executor,
  userId: string,
  kept: string | undefined,
): Promise<void> {
  await sql`
    with ended as (
      delete from sessions where user_id = ${userId} and id is distinct from ${kept ?? null}::uuid
      returning id
    )
    select pg_notify(${SESSION_ENDS}, id::text) from ended`.execute(trx);
}
