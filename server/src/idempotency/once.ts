import { createHash } from 'node:crypto';
import type { Database, Executor } from '../db/database.ts';
import { writeTogether } from '../db/write-together.ts';
import { ApiError } from '../api-error.ts';
import {
  findIdempotentAnswer,
  insertIdempotentAnswer,
  isKeyTaken,
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

  const request = { merchantId, key, call, body, now };
  const first = await findFirstAnswer(trx, request);
  if (first !== undefined) return first;
  const answer = await work();
  const requestHash = hashOf(request);
  await insertIdempotentAnswer(trx, { merchantId, key, requestHash, answer, now });
  return answer;
}

const hashOf = ({ call, body }: IdempotentRequest) =>
  createHash('sha256')
    .update(JSON.stringify([call, body]))
    .digest();

/**
 * The answer that was given to a request before; undefined when there is none, or no key. Raises
 * `idempotency_key_reused` when the key was used for another call or body.
 */
export async function findFirstAnswer(
  db: Executor,
  request: IdempotentRequest,
): Promise<string | undefined> {
  const { merchantId, key } = request;
  const first = key === undefined ? undefined : await findIdempotentAnswer(db, merchantId, key);
  if (first && !first.requestHash.equals(hashOf(request))) {
    throw new ApiError('idempotency_key_reused');
  }
  return first?.answer;
}

/**
 * Does the same as `once` for writes that need no answers of the database, as one transaction in one
 * round trip. Call it when `findFirstAnswer` has found nothing. Of requests with the same key at the
 * same time one writes; the others wait for it and give its answer.
 */
export async function writeOnce(
  db: Database,
  request: IdempotentRequest,
  work: (writes: Executor) => Promise<string>,
): Promise<string> {
  const { merchantId, key, now } = request;
  let answer = '';
  try {
    await writeTogether(db, async (writes) => {
      answer = await work(writes);
      if (key === undefined) return;
      const requestHash = hashOf(request);
      await insertIdempotentAnswer(writes, { merchantId, key, requestHash, answer, now });
    });
    return answer;
  } catch (error) {
    const first = isKeyTaken(error) ? await findFirstAnswer(db, request) : undefined;
    if (first === undefined) throw error;
    return first;
  }
}
