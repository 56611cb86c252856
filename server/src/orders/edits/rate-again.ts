import type { Order } from '@portage/contract/orders';
import { advanceOrder } from '../advance-order.ts';
import type { ChangedOrder } from '../change-orders.ts';
import { rateOrder, type RatingContext } from '../rate-order.ts';

/**
 * Rates a located order that was edited: it begins again as CREATED and goes on to GEOCODED, or to
 * the status that says why not. One that was ready for pickup is ready again at once. Gives the audit
 * of each step, of which those that are not Portage's own are the editor's.
 */
export function rateAgain(
  order: Order,
  context: RatingContext,
  by: string,
): Required<Pick<ChangedOrder, 'order' | 'audit'>> {
  const { now } = context;
  const begun =
    order.orderStatus === 'CREATED'
      ? order
      : advanceOrder(order, { to: 'CREATED', actor: 'merchant', at: now });
  // A promise that was made holds; an order that never had one is as good as placed now.
  const rated = rateOrder(begun, context, order.rateChoice ? order.createdAt : now);
  const isReadyAgain = order.orderStatus === 'PICKUP_READY' && rated.orderStatus === 'GEOCODED';
  const done = isReadyAgain
    ? advanceOrder(rated, { to: 'PICKUP_READY', actor: 'merchant', at: now })
    : rated;

  const steps = [
    { from: order, to: begun, actor: by },
    { from: begun, to: rated, actor: 'system' },
    { from: rated, to: done, actor: by },
  ].filter(({ from, to }) => from !== to);
  return {
    order: done,
    audit: steps.map(({ from, to, actor }) => ({
      actor,
      action: 'order.status_changed',
      details: { from: from.orderStatus, to: to.orderStatus },
    })),
  };
}
