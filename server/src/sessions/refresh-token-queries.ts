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

/** What a session was opened with: the hash of the password, and the second factor. */
export interface OpenedWith {
  passwordHash: string;
  userAgent?: string | undefined;
  /** When a second factor was shown; undefined for none. */
  factorCheckedAt?: EpochMillis | undefined;
  /** True where a second factor is required and not there yet. */
  awaitsFactor?: boolean;
}

/**
 * Adds a session and its first refresh token, unless the user's password is another by now. A password
 * that is being changed is waited for, so that none outlives the change.
 */
export async function insertSession(
  db: Executor,
  { hash, familyId, userId, createdAt, expiresAt }: StoredRefreshToken,
  { passwordHash, userAgent, factorCheckedAt, awaitsFactor = false }: OpenedWith,
): Promise<boolean> {
  const startedAt = sql`${new Date(createdAt)}::timestamptz`;
  const checkedAt = factorCheckedAt === undefined ? null : new Date(factorCheckedAt);
  const endsAt = sql`${new Date(expiresAt)}::timestamptz`;
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

/** Adds the successor of a refresh token. */
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

/** A refresh token as it stands, and when its session began. */
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

/** Records when a refresh token was traded, and the salt from which its successor follows. */
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

/**
 * Keeps other transactions from changing the tokens of a user until this one ends: of a renewal and a
 * sign-out or a new password at the same moment, the second sees what the first did.
 */
export async function lockRefreshTokensOfUser(trx: Executor, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 0))`.execute(trx);
}
