import { Kysely, PostgresDialect } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type Database, openDatabase, openPool } from '../db/database.ts';
import { openLog } from '../log.ts';
import { createMerchant } from '../merchants/first-profile.ts';
import { merchantProfile } from './make-merchant.ts';
import { cloneTestDatabase } from './test-database.ts';

/** A migrated database of a test's own, with a merchant, in which a migration can be taken back. */
interface DatabaseOfBefore {
  db: Database;
  /** Somebody of the merchant, whose orders were there before. */
  author: { merchantId: string; username: string };
  /** Applies a migration to what the test has made of the database. */
  apply: (up: Migration['up']) => Promise<void>;
}

/** Runs the test of a migration on a database of its own, and drops that afterwards. */
export async function onDatabaseOfBefore(
  work: (database: DatabaseOfBefore) => Promise<void>,
): Promise<void> {
  const database = await cloneTestDatabase();
  const pool = openPool(database.url, openLog('silent'), 2);
  const db = openDatabase(pool);
  try {
    const merchant = merchantProfile();
    await createMerchant(db, merchant);
    await work({
      db,
      author: { merchantId: merchant.id, username: 'zoe@test.example' },
      apply: (up) => up(new Kysely({ dialect: new PostgresDialect({ pool }) })),
    });
  } finally {
    await db.destroy();
    await database.drop();
  }
}
