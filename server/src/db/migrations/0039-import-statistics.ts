import { sql, type Kysely } from 'kysely';

/**
 * Tells the planner that an import has one merchant. Otherwise it multiplies the two selectivities,
 * expects a row or two of an import of 100,000, and reads all of them for each batch.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create statistics import_rows_of_import (dependencies)
    on merchant_id, import_id from import_rows`.execute(db);
  await sql`
    create statistics import_packages_of_import (dependencies)
    on merchant_id, import_id from import_packages`.execute(db);
}
