import { sql } from 'kysely';
import type { Executor } from './database.ts';

/** Subjects of advisory locks. The text of a lock is its subject and ids, joined by slashes. */
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

/** Gives the text whose 64-bit hash is the key of a lock. */
export const lockText = (subject: Subject, ...ids: string[]): string => [subject, ...ids].join('/');

/** Takes a lock until the transaction ends, and waits for it. */
export async function takeLock(trx: Executor, subject: Subject, ...ids: string[]): Promise<void> {
  const text = lockText(subject, ...ids);
  await sql`select pg_advisory_xact_lock(hashtextextended(${text}, 0))`.execute(trx);
}

/** Takes a lock beside other shared ones until the transaction ends; `takeLock` waits for them. */
export async function shareLock(trx: Executor, subject: Subject, ...ids: string[]): Promise<void> {
  const text = lockText(subject, ...ids);
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${text}, 0))`.execute(trx);
}

/** Takes a lock until the transaction ends. Returns false when another one holds it. */
export async function tryLock(trx: Executor, subject: Subject, ...ids: string[]): Promise<boolean> {
  const text = lockText(subject, ...ids);
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${text}, 0)) as "isLocked"`.execute(trx);
  return rows[0]?.isLocked ?? false;
}
