import { hash } from 'node:crypto';
import { ApiError } from '../api-error.ts';
import { tryLock } from '../db/advisory-lock.ts';
import type { Executor } from '../db/database.ts';
import { isUniqueViolation } from '../db/sql-state.ts';
import { findAnswers, insertAnswers } from './idempotency-queries.ts';

export interface IdempotentRequest {
  merchantId: string;
  /** Undefined runs the work without a record. */
  key: string | undefined;
  /** Such as `POST /orders`: a key serves one call alone. */
  call: string;
  /** Validated. */
  body: unknown;
  now: number;
}

/** In the work's transaction. Throws `idempotency_key_reused` and `request_in_progress`. */
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
  const firstAnswerTo = await findFirstAnswers(trx, [request]);
  const first = firstAnswerTo(request);
  if (first !== undefined) return first;
  const answer = await work();
  try {
    await rememberAnswers(trx, [request], [answer]);
  } catch (error) {
    // Creations take no lock.
    throw isUniqueViolation(error) ? new ApiError('request_in_progress') : error;
  }
  return answer;
}

const hashOf = ({ call, body }: IdempotentRequest) =>
  hash('sha256', JSON.stringify([call, body]), 'buffer');

/** The returned function gives the first answer, if any. Throws `idempotency_key_reused`. */
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

/** Skips requests without a key. */
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
  // Sorted by key, so that concurrent writes do not deadlock.
  await insertAnswers(
    db,
    entries.toSorted((one, other) => (one.key < other.key ? -1 : 1)),
  );
}
