import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { type OpenSession, SESSION_ENDS } from './identity.ts';

/** The most sessions of a user that are listed. */
const MOST_LISTED = 100;

/** When a session began; undefined for one that has ended. */
export async function findSessionStart(
  db: Executor,
  id: string,
  now: EpochMillis,
): Promise<EpochMillis | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('started_at')
    .where('id', '=', id)
    .where(sql<boolean>`expires_at > ${new Date(now)}`)
    .executeTakeFirst();
  return row?.started_at;
}

/** The sessions of a user, the one used last first. */
export function listSessionsOfUser(
  db: Executor,
  userId: string,
  now: EpochMillis,
): Promise<OpenSession[]> {
  return db
    .selectFrom('sessions')
    .select([
      'id',
      'started_at as startedAt',
      'last_used_at as lastUsedAt',
      'user_agent as userAgent',
    ])
    .where('user_id', '=', userId)
    .where(sql<boolean>`expires_at > ${new Date(now)}`)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_LISTED)
    .execute();
}

/** Records that a session was renewed, and until when it can be once more. */
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

/** Ends a session of a user with its refresh tokens. False for one that is not there. */
export async function deleteSession(trx: Executor, userId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    with ended as (
      delete from sessions where id = ${id} and user_id = ${userId} returning id
    )
    select pg_notify(${SESSION_ENDS}, id::text) from ended`.execute(trx);
  return rows.length > 0;
}

/** Ends every session of a user with their refresh tokens. */
export async function deleteSessionsOfUser(trx: Executor, userId: string): Promise<void> {
  await sql`
    with ended as (delete from sessions where user_id = ${userId} returning id)
    select pg_notify(${SESSION_ENDS}, id::text) from ended`.execute(trx);
}

/** Ends the sessions of a user but one, with their refresh tokens. */
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

/** Deletes the sessions that have expired, with their refresh tokens. */
export async function deleteExpiredSessions(db: Executor, now: EpochMillis): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where(sql<boolean>`expires_at <= ${new Date(now)}`)
    .execute();
}
