import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { Executor } from '../db/database.ts';

/**
 * Takes the key until the transaction ends. False when another transaction holds it. The lock is on
 * a 64-bit hash: two keys that share one would only make one request wait and try again.
 */
export async function lockIdempotencyKey(
  db: Executor,
  merchantId: string,
  key: string,
): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${merchantId}/${key}`}, 0)) as locked
  `.execute(db);
  return rows[0]?.locked ?? false;
}

/** The answer that was given to a key, and the hash of the request it was given to. */
export function findIdempotentAnswer(db: Executor, merchantId: string, key: string) {
  return db
    .selectFrom('idempotency_keys')
    .select(['answer', 'request_hash as requestHash'])
    .where('merchant_id', '=', merchantId)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** Remembers the first answer to a key. */
export async function insertIdempotentAnswer(
  db: Executor,
  entry: { merchantId: string; key: string; requestHash: Buffer; answer: string; now: number },
): Promise<void> {
  await db
    .insertInto('idempotency_keys')
    .values({
      merchant_id: entry.merchantId,
      key: entry.key,
      request_hash: entry.requestHash,
      answer: entry.answer,
      created_at: new Date(entry.now),
    })
    .execute();
}

/** Whether an insert failed because the key has an answer already. */
export const isKeyTaken = (error: unknown): boolean =>
  error instanceof DatabaseError && error.constraint === 'idempotency_keys_pkey';
