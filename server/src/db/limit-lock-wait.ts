import { sql } from 'kysely';
import type { Executor } from './database.ts';

/**
 * Lets what follows in a transaction wait so many milliseconds for a lock that another one holds.
 * PostgreSQL ends it then (55P03), and its connection is free for others.
 */
export async function limitLockWait(trx: Executor, milliseconds: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(milliseconds)}, true)`.execute(trx);
}
