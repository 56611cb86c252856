import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import {
  type MerchantPerson,
  type OpenSession,
  SESSION_ENDS,
  type SignInState,
} from './identity.ts';

/** The most sessions of a person that are listed. */
const MOST_LISTED = 100;

/** What a session has shown of its user; undefined for one that has ended. */
export function findSignInState(
  db: Executor,
  id: string,
  now: EpochMillis,
): Promise<SignInState | undefined> {
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
    .where(sql<boolean>`expires_at > ${new Date(now)}`)
    .executeTakeFirst();
}

/** The open sessions of a person of a merchant, the one used last first. */
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
    .where(sql<boolean>`expires_at > ${new Date(now)}`)
    .orderBy('last_used_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .limit(MOST_LISTED)
    .execute();
  return rows.map(({ userAgent, ...session }) =>
    userAgent === null ? session : { ...session, userAgent },
  );
}

/** Records that the user of a session has typed their password again. */
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
