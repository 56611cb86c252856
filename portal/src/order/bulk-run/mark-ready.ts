import { orderCan } from '@portage/contract/orders/order-permissions';
import { orderReadinessEndpoints } from '@portage/contract/orders/order-readiness';
import type { OrderSummary } from '@portage/contract/orders/order-selection';
import { callApi } from '../../lib/api.ts';
import { type BulkAction, BATCH_SIZE, doToOrders } from './bulk-action.ts';

/** A bulk action that marks orders ready or not ready. */
export interface ReadyAction extends BulkAction {
  readonly name: 'ready' | 'notReady';
}

type Marked = BulkAction['onDone'];

const markedListeners = new Set<Marked>();

/** Calls back with the orders that were marked ready or not ready; answers with how to stop it. */
export function whenMarked(listener: Marked): () => void {
  markedListeners.add(listener);
  return () => markedListeners.delete(listener);
}

/** Tells those who listen which orders are ready, or not ready, now. */
export const tellMarked: Marked = (orders) => {
  for (const listener of markedListeners) listener(orders);
};

/** Marks orders ready for pickup; those that are not GEOCODED are skipped (spec 1 §4). */
export const markReady = (onDone: Marked = tellMarked): ReadyAction => ({
  name: 'ready',
  permission: orderCan.markReady,
  run: doToOrders({
    one: (id) => callApi(orderReadinessEndpoints.markReady, { params: { id } }),
    many: (ids) => callApi(orderReadinessEndpoints.markManyReady, { body: { ids } }),
  }),
  batchSize: BATCH_SIZE,
  concurrency: 2,
  wasDone: ({ status }) => status === 'PICKUP_READY',
  onDone,
});

/**
 * Marks orders not ready. Of several, those that are not ready or were scanned are skipped; a single
 * one is sent whatever its status (spec 1 §4).
 */
export const markNotReady = (
  orders: readonly OrderSummary[],
  onDone: Marked = tellMarked,
): ReadyAction => ({
  name: 'notReady',
  permission: notReadyPermission(orders),
  run: doToOrders({
    one: (id) => callApi(orderReadinessEndpoints.markNotReady, { params: { id } }),
    many: (ids) => callApi(orderReadinessEndpoints.markManyNotReady, { body: { ids } }),
  }),
  batchSize: BATCH_SIZE,
  concurrency: 2,
  wasDone: ({ status }) => status === 'GEOCODED',
  onDone,
});

/** Which of the selected orders may be sent to be marked not ready. */
function notReadyPermission(selected: readonly OrderSummary[]): BulkAction['permission'] {
  return selected.length === 1 ? () => ({ allowed: true }) : orderCan.markNotReady;
}
