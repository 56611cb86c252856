import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** Every signing key, newest first. */
export function listSigningKeys(db: Database) {
  return db
    .selectFrom('signing_keys')
    .select(['kid', 'private_jwk'])
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute();
}

/** Adds the first signing key; of several processes that start at once, one succeeds. */
export async function insertFirstSigningKey(
  db: Database,
  kid: string,
  privateJwk: string,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`lock table signing_keys in share row exclusive mode`.execute(trx);
    const existing = await trx.selectFrom('signing_keys').select('kid').executeTakeFirst();
    if (existing) return;
    await trx
      .insertInto('signing_keys')
      .values({ kid, private_jwk: privateJwk, created_at: new Date(now) })
      .execute();
  });
}
