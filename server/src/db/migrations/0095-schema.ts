import { readFile } from 'node:fs/promises';
import { sql, type Kysely } from 'kysely';

/** Makes everything as it was when migrations 0001 to 0095 were folded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const schema = new URL('0095-schema.sql', import.meta.url);
  await sql.raw(await readFile(schema, 'utf8')).execute(db);
}
