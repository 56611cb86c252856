import { sql, type Kysely } from 'kysely';

/**
 * Folds what saved recipients are found by as orders are: œ as oe, typographic quotes and dashes as
 * plain ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const fold = (column: string) => sql`
    translate(
      replace(replace(${sql.ref(column)}, 'œ', 'oe'), 'æ', 'ae'),
      ${'łø‘’ʼ‐‑‒–—―'}, ${"lo'''------"}
    )`;
  await sql`
    update saved_addresses set search = ${fold('search')}, name_key = ${fold('name_key')}
    where search ~ '[œæłø‘’ʼ‐-―]'`.execute(db);
}
