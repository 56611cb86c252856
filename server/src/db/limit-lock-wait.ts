import { sql } from 'kysely';
import type { Executor } from './database.ts';

/**
 * Lets what follows in a transaction wait so many milliseconds for a lock that another one holds.
 * PostgreSQL ends it then (`isLockedOut`), and its connection is free for others. `set local`, which a
 * cluster passes on to its workers, and not `set_config`, which stays on the coordinator.
 */
export async function limitLockWait(trx: Executor, milliseconds: number): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(milliseconds)}`.execute(trx);
}

/** Tells whether PostgreSQL ended a transaction since it had waited for a lock as long as it may. */
export const isLockedOut = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';
