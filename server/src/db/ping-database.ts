import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Asks the database for an answer. Raises what the driver raises when there is none. */
export async function pingDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
