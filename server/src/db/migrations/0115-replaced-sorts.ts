import { sql, type Kysely } from 'kysely';

/**
 * Drops what 0111 replaced, which did so itself at first. In one transaction with the new indexes
 * it ended the changes of servers at work as deadlocks.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A cluster drops one in a statement.
  await sql`drop index if exists orders_by_city`.execute(db);
  await sql`drop index if exists orders_by_recipient`.execute(db);
}
