import { createHash } from 'node:crypto';
import type { Executor } from '../db/database.ts';
import { ApiError } from '../api-error.ts';
import {
  findIdempotentAnswer,
  insertIdempotentAnswer,
  lockIdempotencyKey,
} from './idempotency-queries.ts';

/** What makes a request the same as one before. */
export interface IdempotentRequest {
  merchantId: string;
  /** The `Idempotency-Key` header; without one the work is simply done. */
  key: string | undefined;
  /** What is asked for, such as `POST /orders`: a key that served one call is not good for another. */
  call: string;
  /** The validated body. */
  body: unknown;
  now: number;
}

/**
 * Does work that gives a JSON text at most once a key, inside the transaction of the work (IETF
 * draft Idempotency-Key). The same key and body gives the first answer again. Raises
 * `idempotency_key_reused` for another call or body and `request_in_progress` while the first is running.
 */
export async function once(
  trx: Executor,
  { merchantId, key, call, body, now }: IdempotentRequest,
  work: () => Promise<string>,
): Promise<string> {
  if (key === undefined) return work();
  if (!(await lockIdempotencyKey(trx, merchantId, key))) throw new ApiError('request_in_progress');

  const requestHash = createHash('sha256')
    .update(JSON.stringify([call, body]))
    .digest();
  const first = await findIdempotentAnswer(trx, merchantId, key);
  if (first) {
    if (!first.requestHash.equals(requestHash)) throw new ApiError('idempotency_key_reused');
    return first.answer;
  }
  const answer = await work();
  await insertIdempotentAnswer(trx, { merchantId, key, requestHash, answer, now });
  return answer;
}
