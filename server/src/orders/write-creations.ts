import type { NewOrder } from '@portage/contract/orders/new-order';
import type { Database } from '../db/database.ts';
import { isDatabaseLost, isStatementTimeout } from '../db/is-database-lost.ts';
import { writeTogether } from '../db/write-together.ts';
import {
  findFirstAnswers,
  type IdempotentRequest,
  isKeyTaken,
  rememberAnswers,
} from '../idempotency/once.ts';
import { type Placement, placeOrders } from './place-orders.ts';

/** The call that creates an order. */
export type CreationRequest = IdempotentRequest & { body: NewOrder };

/** The JSON text of the order that a call created, now or when it was first made, or why there is none. */
export type Creation = PromiseSettledResult<string>;

/**
 * Writes the orders of calls of one user, with the answers to their keys, in one transaction and one
 * round trip. Where that fails for one of them, each is written alone. Throws what the driver throws where
 * there is no database, or it took too long: then none is written.
 */
export async function writeCreations(
  db: Database,
  placement: Placement,
  requests: readonly CreationRequest[],
): Promise<Creation[]> {
  if (requests.length === 0) return [];
  try {
    const answers = await writeOrders(db, placement, requests);
    return answers.map((value) => ({ status: 'fulfilled', value }));
  } catch (error) {
    if (isUnavailable(error)) throw error;
    return Promise.allSettled(requests.map((request) => writeAlone(db, placement, request)));
  }
}

/** Writes orders; gives the JSON text of each. */
async function writeOrders(
  db: Database,
  placement: Placement,
  requests: readonly CreationRequest[],
): Promise<string[]> {
  let answers: string[] = [];
  await writeTogether(db, async (writes) => {
    const orders = await placeOrders(
      writes,
      placement,
      requests.map(({ body }) => body),
    );
    answers = orders.map((order) => JSON.stringify(order));
    await rememberAnswers(writes, requests, answers);
  });
  return answers;
}

/** Writes one order. Gives the answer of whoever wrote one with the same key meanwhile. */
async function writeAlone(
  db: Database,
  placement: Placement,
  request: CreationRequest,
): Promise<string> {
  try {
    const [answer = ''] = await writeOrders(db, placement, [request]);
    return answer;
  } catch (error) {
    const firstAnswerTo = await findFirstAnswers(db, isKeyTaken(error) ? [request] : []);
    const first = firstAnswerTo(request);
    if (first === undefined) throw error;
    return first;
  }
}

/**
 * Whether the database could not be had, or not in time: then each alone would fare no better. Anything
 * else may be the fault of one order.
 */
const isUnavailable = (error: unknown): boolean =>
  error instanceof Error && (isDatabaseLost(error) || isStatementTimeout(error));
