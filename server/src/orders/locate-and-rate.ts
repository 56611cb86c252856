import type { Order } from '@portage/contract/orders/orders';
import { advanceOrder } from './advance-order.ts';
import { atLocatedAddresses, type LocatedAddresses } from './locate-addresses.ts';
import { rateOrder, type RatingContext } from './rate-order.ts';

/**
 * Carries a CREATED order on: to GEOCODED with its located addresses, its rate and its promise, or
 * to the status that says why it cannot be carried (product decision "Orders"). Throws
 * `transition_not_allowed` for an order that is not CREATED.
 */
export function locateAndRate(
  order: Order,
  { origin, recipient }: LocatedAddresses,
  context: RatingContext,
): Order {
  if (!origin || !recipient) {
    return advanceOrder(order, { to: 'GEOCODEDFAILED', actor: 'system', at: context.now });
  }
  return rateOrder(atLocatedAddresses(order, { origin, recipient }), context, order.createdAt);
}
