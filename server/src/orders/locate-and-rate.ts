import type { Address } from '@portage/contract/address';
import type { Merchant } from '@portage/contract/merchants';
import type { OrderStatus } from '@portage/contract/order-status';
import type { Order } from '@portage/contract/orders';
import type { EpochMillis } from '@portage/contract/time';
import { chooseRate } from '../rates/choose-rate.ts';
import { advanceOrder } from './advance-order.ts';

/** The addresses of an order as the places service found them; undefined when it did not. */
export interface LocatedAddresses {
  origin: Address | undefined;
  recipient: Address | undefined;
}

/** What rating an order needs to know of its merchant. */
export interface RatingContext {
  merchant: Merchant;
  /** Whether the merchant may ship HEAVY orders. */
  heavyAllowed: boolean;
  now: EpochMillis;
}

/**
 * Carries a CREATED order on: to GEOCODED with its located addresses, its rate and its promise, or
 * to the status that says why it cannot be carried (product decision "Orders"). Raises
 * `transitionNotAllowed` for an order that is not CREATED.
 */
export function locateAndRate(
  order: Order,
  { origin, recipient }: LocatedAddresses,
  context: RatingContext,
): Order {
  const become = (changed: Order, to: OrderStatus) =>
    advanceOrder(changed, { to, actor: 'system', at: context.now });

  if (!origin || !recipient) return become(order, 'GEOCODEDFAILED');
  const located: Order = {
    ...order,
    originAddress: origin,
    recipientAddress: recipient,
    validAddress: true,
  };
  const choice = chooseRate({
    service: order.service,
    window: windowOf(order),
    origin: origin.postalCode,
    destination: recipient.postalCode,
    packages: order.packages,
    at: order.createdAt,
    merchant: context.merchant,
    locale: context.merchant.language,
    heavyAllowed: context.heavyAllowed,
  });
  if ('refusal' in choice) return become(located, choice.refusal);

  const { epochEstimateFrom, epochEstimateTo } = choice.rate;
  return become(
    {
      ...located,
      rateChoice: { ...choice.rate, deliveryService: order.deliveryService },
      completeAfter: order.completeAfter ?? epochEstimateFrom,
      completeBefore: order.completeBefore ?? epochEstimateTo,
      originalCompleteAfter: order.originalCompleteAfter ?? epochEstimateFrom,
      originalCompleteBefore: order.originalCompleteBefore ?? epochEstimateTo,
    },
    'GEOCODED',
  );
}

/** The window the merchant booked, when there is one. */
function windowOf({ completeAfter, completeBefore }: Order) {
  return completeAfter !== undefined && completeBefore !== undefined
    ? { start: completeAfter, end: completeBefore }
    : undefined;
}
