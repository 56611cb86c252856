import { createHash } from 'node:crypto';
import { DatabaseError } from 'pg';
import type { Executor } from '../db/database.ts';
import { ApiError } from '../api-error.ts';
import { findAnswers, insertAnswers } from './idempotency-queries.ts';
import { tryLock } from '../db/advisory-lock.ts';

/** Identifies a request. */
export interface IdempotentRequest {
  merchantId: string;
  /** The `Idempotency-Key` header; without one the work is simply done. */
  key: string | undefined;
  /** The call, such as `POST /orders`: a key serves one call alone. */
  call: string;
  /** The validated body. */
  body: unknown;
  now: number;
}

/**
 * Does work that gives a JSON text at most once a key, inside the transaction of the work (IETF
 * draft Idempotency-Key). The same key and body gives the first answer again. Throws
 * `idempotency_key_reused` for another call or body and `request_in_progress` while the first is running.
 */
export async function once(
  trx: Executor,
  { merchantId, key, call, body, now }: IdempotentRequest,
  work: () => Promise<string>,
): Promise<string> {
  if (key === undefined) return work();
  if (!(await tryLock(trx, 'idempotency key', merchantId, key))) {
    throw new ApiError('request_in_progress');
  }

  const request = { merchantId, key, call, body, now };
  const first = await findFirstAnswer(trx, request);
  if (first !== undefined) return first;
  const answer = await work();
  await rememberAnswers(trx, [request], [answer]);
  return answer;
}

const hashOf = ({ call, body }: IdempotentRequest) =>
  createHash('sha256')
    .update(JSON.stringify([call, body]))
    .digest();

/**
 * The answer that was given to a request before; undefined when there is none, or no key. Throws
 * `idempotency_key_reused` when the key was used for another call or body.
 */
async function findFirstAnswer(
  db: Executor,
  request: IdempotentRequest,
): Promise<string | undefined> {
  const firstAnswerTo = await findFirstAnswers(db, [request]);
  return firstAnswerTo(request);
}

/**
 * Finds the answers that were given to requests of one merchant before. Gives what tells the answer to
 * each of them; undefined when there is none, or no key. That throws `idempotency_key_reused` when the
 * key was used for another call or body.
 */
export async function findFirstAnswers(
  db: Executor,
  requests: readonly IdempotentRequest[],
): Promise<(request: IdempotentRequest) => string | undefined> {
  const keys = requests.flatMap(({ key }) => key ?? []);
  const [first] = requests;
  const rows = first && keys.length > 0 ? await findAnswers(db, first.merchantId, keys) : [];
  const found = new Map<string | undefined, (typeof rows)[number]>(
    rows.map((row) => [row.key, row]),
  );
  return (request) => {
    const row = found.get(request.key);
    if (row && !row.requestHash.equals(hashOf(request))) {
      throw new ApiError('idempotency_key_reused');
    }
    return row?.answer;
  };
}

/** Remembers the answers to requests of one merchant; those without a key have nothing to remember. */
export async function rememberAnswers(
  db: Executor,
  requests: readonly IdempotentRequest[],
  answers: readonly string[],
): Promise<void> {
  const entries = requests.flatMap((request, index) => {
    const { merchantId, key, now } = request;
    const answer = answers[index];
    if (key === undefined || answer === undefined) return [];
    return { merchantId, key, requestHash: hashOf(request), answer, now };
  });
  // In the sequence of their keys, so that two who write the same ones do not wait for each other.
  await insertAnswers(
    db,
    entries.toSorted((one, other) => (one.key < other.key ? -1 : 1)),
  );
}

/** Tells if `rememberAnswers` failed because a key has an answer already. */
export const isKeyTaken = (error: unknown): boolean =>
  error instanceof DatabaseError && error.constraint === 'idempotency_keys_pkey';
