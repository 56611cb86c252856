import { sql } from 'kysely';
import type { Executor } from './database.ts';

/** Joined with ids by slashes. */
type Subject =
  | 'demo data'
  | 'idempotency key'
  | 'import content'
  | 'order views'
  | 'package presets'
  | 'service users'
  | 'shop deliveries'
  | 'tokens of user'
  | 'workers';

/** Its 64-bit hash is the lock's key. */
export const lockText = (subject: Subject, ...ids: string[]): string => [subject, ...ids].join('/');

/** Waits, and holds until the transaction ends. */
export async function takeLock(trx: Executor, subject: Subject, ...ids: string[]): Promise<void> {
  const text = lockText(subject, ...ids);
  await sql`select pg_advisory_xact_lock(hashtextextended(${text}, 0))`.execute(trx);
}

/** Excludes `takeLock` only, until the transaction ends. */
export async function shareLock(trx: Executor, subject: Subject, ...ids: string[]): Promise<void> {
  const text = lockText(subject, ...ids);
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${text}, 0))`.execute(trx);
}

/** Returns false when another transaction holds it. */
export async function tryLock(trx: Executor, subject: Subject, ...ids: string[]): Promise<boolean> {
  const text = lockText(subject, ...ids);
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${text}, 0)) as "isLocked"`.execute(trx);
  return rows[0]?.isLocked ?? false;
}
