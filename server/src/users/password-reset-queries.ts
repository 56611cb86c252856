import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';

/** A code that allows a new password. */
export interface PasswordReset {
  username: string;
  codeHash: string;
  attemptsLeft: number;
  expiresAt: EpochMillis;
}

/** Keeps a code; one that the username had before works no more. */
export async function upsertPasswordReset(db: Executor, reset: PasswordReset): Promise<void> {
  const values = {
    code_hash: reset.codeHash,
    attempts_left: reset.attemptsLeft,
    expires_at: new Date(reset.expiresAt),
  };
  await db
    .insertInto('password_resets')
    .values({ username: reset.username, ...values })
    .onConflict((conflict) => conflict.column('username').doUpdateSet(values))
    .execute();
}

/**
 * Takes one of the attempts a code allows, before it is compared, so that guesses at the same moment
 * do not share one. Undefined when there is no code in force or no attempt left.
 */
export function takeResetAttempt(
  db: Executor,
  username: string,
  now: EpochMillis,
): Promise<{ codeHash: string; attemptsLeft: number } | undefined> {
  return db
    .updateTable('password_resets')
    .set((row) => ({ attempts_left: row('attempts_left', '-', 1) }))
    .where('username', '=', username)
    .where('attempts_left', '>', 0)
    .where(sql<boolean>`expires_at > ${new Date(now)}`)
    .returning(['code_hash as codeHash', 'attempts_left as attemptsLeft'])
    .executeTakeFirst();
}

/** Gives an attempt back that was not made after all. */
export async function giveResetAttemptBack(
  db: Executor,
  username: string,
  codeHash: string,
): Promise<void> {
  await db
    .updateTable('password_resets')
    .set((row) => ({ attempts_left: row('attempts_left', '+', 1) }))
    .where('username', '=', username)
    .where('code_hash', '=', codeHash)
    .execute();
}

/** Forgets the code of a username. False when it was gone already: of two uses one succeeds. */
export async function deletePasswordReset(
  db: Executor,
  username: string,
  codeHash: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('password_resets')
    .where('username', '=', username)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
