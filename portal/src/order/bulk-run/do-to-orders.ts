import type { OrderOutcome } from '@portage/contract/orders/order-readiness';
import { type Order, orderEndpoints } from '@portage/contract/orders/orders';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/api.ts';
import type { BulkAction } from './bulk-action.ts';

interface Calls {
  /** Does it to one order; answers with the order, if there still is one. */
  readonly one: (id: string) => Promise<Order | null>;
  /** Does it to a batch of orders. */
  readonly many: (ids: string[]) => Promise<{ readonly outcomes: readonly OrderOutcome[] }>;
}

/** How many orders a call is for at most: few enough to see how far it is, and to stop along the way. */
export const BATCH_SIZE = 100;

/** Does something to orders: to a single one by the call of spec 1 §7, to more of them by the batch. */
export const doToOrders =
  ({ one, many }: Calls): BulkAction['run'] =>
  async (orders) => {
    const [only, ...others] = orders.map(({ id }) => id);
    if (only !== undefined && others.length === 0) return [await outcomeOfOne(only, one)];
    const { outcomes } = await many(orders.map(({ id }) => id));
    return outcomes;
  };

/** A single call refuses what a batch leaves unprocessed, without saying where the order stands. */
async function outcomeOfOne(id: string, one: Calls['one']): Promise<OrderOutcome> {
  try {
    const order = await one(id);
    return { id, result: 'success', status: order?.orderStatus };
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem.status !== 409) throw error;
    const { orderStatus } = await callApi(orderEndpoints.get, { params: { id } });
    return { id, result: 'unprocessed', status: orderStatus, message: error.message };
  }
}
