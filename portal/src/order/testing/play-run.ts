import type { OrderOutcome } from '@portage/contract/orders/order-readiness';
import { summaryOf } from '@portage/contract/orders/orders';
import { ApiError, type ClientProblem } from '../../lib/api-error.ts';
import type { Outcome, Turn } from '../bulk-run/bulk-run.ts';
import { runOrders } from '../bulk-run/run-orders.ts';
import { exampleOrder } from './example-order.ts';

/** A call that fails with this status. */
export const failure = (status: number, code: ClientProblem['code'] = 'internal_error'): ApiError =>
  new ApiError({ type: 'about:blank', title: 'No', status, detail: `Status ${status}`, code });

/** The turn of an order known by its id alone. */
export const turnOf = (id: string, isUncertain = false): Turn => ({
  order: summaryOf(exampleOrder({ id })),
  isUncertain,
});

/** The default outcome of a deletion. */
const DELETED = { result: 'success' } as const;

/** The answers of the server. */
interface Scene {
  readonly turns: readonly Turn[];
  /**
   * Answers for an order, call by call; undefined when deleted. A call fails when its first order
   * does.
   */
  readonly answers: (id: string) => readonly (Error | Omit<OrderOutcome, 'id'> | undefined)[];
  readonly batchSize?: number;
  readonly concurrency?: number;
  /** Number of calls after which the run is stopped. */
  readonly stopAfter?: number;
  /** Number of calls after which its user signs out. */
  readonly signedOutAfter?: number;
}

/** The calls and outcomes of a run. */
interface Played {
  /** All outcomes of each order. */
  readonly outcomes: ReadonlyMap<string, readonly Outcome[]>;
  /** The first outcome of an order. */
  readonly outcomeOf: (id: string) => Outcome | undefined;
  /** The ids of the orders of each call. */
  readonly calls: readonly (readonly string[])[];
  /** The pauses between calls, in milliseconds. */
  readonly pauses: readonly number[];
  readonly mostUnderWay: number;
  readonly callsAfterStop: number;
}

/** Runs a deletion against scripted answers, and records the events. */
export async function play(scene: Scene): Promise<Played> {
  const {
    turns,
    answers,
    batchSize = 1,
    concurrency = 1,
    stopAfter = Infinity,
    signedOutAfter = Infinity,
  } = scene;
  const outcomes = new Map<string, Outcome[]>();
  const pauses: number[] = [];
  const calls: (readonly string[])[] = [];
  const left = new Map(turns.map(({ order }) => [order.id, [...answers(order.id)]]));
  const stop = new AbortController();
  let underWay = 0;
  let mostUnderWay = 0;
  let callsAfterStop = 0;
  await runOrders(
    turns,
    {
      batchSize,
      concurrency,
      wasDone: ({ code }) => code === 'order_not_found',
      run: async (orders) => {
        const ids = orders.map(({ id }) => id);
        if (stop.signal.aborted) callsAfterStop += 1;
        calls.push(ids);
        underWay += 1;
        mostUnderWay = Math.max(mostUnderWay, underWay);
        await Promise.resolve();
        if (calls.length >= stopAfter) stop.abort();
        underWay -= 1;
        const next = ids.map((id) => left.get(id)?.shift());
        if (next[0] instanceof Error) throw next[0];
        return ids.map((id, index) => {
          const answer = next[index];
          return { id, ...(answer instanceof Error ? DELETED : (answer ?? DELETED)) };
        });
      },
    },
    {
      stop: stop.signal,
      isSignedIn: () => calls.length < signedOutAfter,
      onOutcome: (id, outcome) => outcomes.set(id, [...(outcomes.get(id) ?? []), outcome]),
      pause: (milliseconds) => {
        pauses.push(milliseconds);
        return Promise.resolve();
      },
    },
  );
  const outcomeOf = (id: string) => outcomes.get(id)?.[0];
  return { outcomes, outcomeOf, calls, pauses, mostUnderWay, callsAfterStop };
}
