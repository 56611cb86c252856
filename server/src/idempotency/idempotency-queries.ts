import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';

/** Answers with the hashes of their requests. */
export function findAnswers(db: Executor, merchantId: string, keys: readonly string[]) {
  return db
    .selectFrom('idempotency_keys')
    .select(['key', 'answer', 'request_hash as requestHash'])
    .where('merchant_id', '=', merchantId)
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .execute();
}

interface IdempotentAnswer {
  merchantId: string;
  key: string;
  requestHash: Buffer;
  answer: string;
  now: number;
}

/** One statement. */
export async function insertAnswers(
  db: Executor,
  answers: readonly IdempotentAnswer[],
): Promise<void> {
  if (answers.length === 0) return;
  await db
    .insertInto('idempotency_keys')
    .values(
      answers.map(({ merchantId, key, requestHash, answer, now }) => ({
        merchant_id: merchantId,
        key,
        request_hash: requestHash,
        answer,
        created_at: new Date(now),
      })),
    )
    .execute();
}
