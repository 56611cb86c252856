import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Asks the database to write a page that nobody keeps, which a full disk refuses. Throws what the driver
 * throws.
 */
export async function pingDatabase(db: Database): Promise<void> {
  await db.transaction().execute((trx) =>
    sql`
      create temp table written_by_readiness_check on commit drop as
      select repeat('x', 1000) as text`.execute(trx),
  );
}
