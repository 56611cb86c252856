import { BYTE_ORDER_MARK, csvLine } from '@portage/contract/csv';
import type { OrderStatus } from '@portage/contract/orders/order-status';
import type { OrderSummary } from '@portage/contract/orders/orders';
import { type BulkAction, type Skipped, splitByPermission } from './bulk-action.ts';

const HEADER = ['result', 'order_id', 'tracking_number', 'recipient', 'order_status', 'message'];

/** `messagesOf` words each result. */
export function resultsCsv(
  results: readonly OrderResult[],
  messagesOf: (result: OrderResult) => readonly string[],
): Blob {
  const lines = results.map((result) => {
    const { order, outcome } = result;
    return csvLine([
      outcome.result,
      order.id,
      order.trackingNumber,
      order.recipientName,
      statusAfter(result),
      messagesOf(result).join(' '),
    ]);
  });
  return new Blob([BYTE_ORDER_MARK, csvLine(HEADER), ...lines], { type: 'text/csv' });
}

/** Spec 1 §3, in the sequence of the filter. */
export const RESULTS = ['success', 'error', 'unprocessed'] as const;
export type Result = (typeof RESULTS)[number];

/** Skipped, refused by the server, or stopped before its turn. */
type Unprocessed =
  | { readonly because: 'skipped'; readonly reason: Skipped['reason'] }
  | ({ readonly because: 'refused'; readonly message: string } & After)
  | { readonly because: 'cancelled' | 'signedOut' };

interface After {
  /** Afterwards, where known. */
  readonly status: OrderStatus | undefined;
}

export type Outcome =
  | ({ readonly result: 'success' } & After)
  | ({
      readonly result: 'error';
      readonly message: string;
      readonly requestId: string | undefined;
      /** The answer was lost: it may have been done. */
      readonly isUncertain: boolean;
    } & After)
  | ({ readonly result: 'unprocessed' } & Unprocessed);

export interface Turn {
  readonly order: OrderSummary;
  /** An earlier call may have done it. */
  readonly isUncertain: boolean;
}

/** A bulk action on orders, from the question whether to start to the result of each order. */
export interface BulkRun {
  readonly phase: 'asking' | 'running' | 'stopping' | 'ended';
  /** Newest first. */
  readonly orders: readonly OrderSummary[];
  /** All that are not skipped; on a retry, those tried again. */
  readonly round: readonly Turn[];
  /** Keyed by order id; complete once the run has ended. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

export type BulkRunEvent =
  | { readonly type: 'start' | 'stop' }
  | { readonly type: 'settle'; readonly outcomes: Iterable<readonly [string, Outcome]> }
  /** Repeats the orders that failed, or those whose turn never came. */
  | { readonly type: 'again'; readonly which: 'failed' | 'stopped' };

/** Skips orders without permission. */
export function planRun(
  orders: readonly OrderSummary[],
  permission: BulkAction['permission'],
): BulkRun {
  const { allowed, skipped } = splitByPermission(orders, permission);
  return {
    phase: 'asking',
    orders,
    round: allowed.map((order) => ({ order, isUncertain: false })),
    outcomes: new Map(
      skipped.map(({ order, reason }) => [
        order.id,
        { result: 'unprocessed', because: 'skipped', reason },
      ]),
    ),
  };
}

export const isUnderWay = ({ phase }: BulkRun) => phase === 'running' || phase === 'stopping';

/** Ignores events that its phase does not know. */
export function advance(run: BulkRun, event: BulkRunEvent): BulkRun {
  const { phase, round } = run;
  if (event.type === 'start' && phase === 'asking') {
    return { ...run, phase: round.length > 0 ? 'running' : 'ended' };
  }
  if (event.type === 'stop' && phase === 'running') return { ...run, phase: 'stopping' };
  if (event.type === 'settle' && isUnderWay(run)) return settle(run, event.outcomes);
  if (event.type === 'again' && phase === 'ended') return again(run, event.which);
  return run;
}

/** The first outcome counts; the last one ends the run. */
function settle(run: BulkRun, settled: Iterable<readonly [string, Outcome]>): BulkRun {
  const outcomes = new Map(run.outcomes);
  for (const [id, outcome] of settled) if (!outcomes.has(id)) outcomes.set(id, outcome);
  const isOver = outcomes.size === run.orders.length;
  return { ...run, outcomes, phase: isOver ? 'ended' : run.phase };
}

function again(run: BulkRun, which: 'failed' | 'stopped'): BulkRun {
  const belongs = which === 'failed' ? isFailed : isStopped;
  const outcomes = new Map(run.outcomes);
  const round: Turn[] = [];
  for (const order of run.orders) {
    const outcome = outcomes.get(order.id);
    if (!outcome || !belongs(outcome)) continue;
    outcomes.delete(order.id);
    round.push({ order, isUncertain: outcome.result === 'error' && outcome.isUncertain });
  }
  return round.length > 0 ? { ...run, phase: 'running', round, outcomes } : run;
}

const isFailed = ({ result }: Outcome) => result === 'error';

/** Returns true for an order that was stopped before its turn. */
export const isStopped = (outcome: Outcome) =>
  outcome.result === 'unprocessed' &&
  (outcome.because === 'cancelled' || outcome.because === 'signedOut');

export interface OrderResult {
  readonly order: OrderSummary;
  readonly outcome: Outcome;
}

/** In the sequence of the list. */
export function resultsOf({ orders, outcomes }: BulkRun): OrderResult[] {
  return orders.flatMap((order) => {
    const outcome = outcomes.get(order.id);
    return outcome ? [{ order, outcome }] : [];
  });
}

/** Falls back to the last known status. */
export const statusAfter = ({ order, outcome }: OrderResult): OrderStatus =>
  ('status' in outcome && outcome.status) || order.orderStatus;

/** Returns the orders as they are now. */
export const doneOrders = (run: BulkRun): OrderSummary[] =>
  resultsOf(run).flatMap((result) =>
    result.outcome.result === 'success'
      ? { ...result.order, orderStatus: statusAfter(result) }
      : [],
  );
