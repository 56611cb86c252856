import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Order } from '@portage/contract/orders/orders';
import { deliversInWindow } from '@portage/contract/rates/services';
import type { EpochMillis } from '@portage/contract/time';
import { chooseRate, type Choice } from '../rates/quote-rates.ts';
import type { Tariffs } from '../rates/tariff.ts';
import { advanceOrder } from './advance-order.ts';

export interface RatingContext {
  merchant: Merchant;
  /** True where the merchant may ship HEAVY orders. */
  heavyAllowed: boolean;
  now: EpochMillis;
  tariffs: Tariffs;
}

/** The window the merchant booked, if any; our own estimate is not a booked window. */
export function bookedWindow({ service, originalCompleteAfter, originalCompleteBefore }: Order) {
  return deliversInWindow(service) &&
    originalCompleteAfter !== undefined &&
    originalCompleteBefore !== undefined
    ? { start: originalCompleteAfter, end: originalCompleteBefore }
    : undefined;
}

/** Rates as of placement or, where that promise can no longer be kept, as of now. */
function chooseKeepableRate(
  order: Order,
  { merchant, heavyAllowed, now, tariffs }: RatingContext,
  orderedAt: EpochMillis,
): Choice {
  const window = bookedWindow(order);
  const choose = (at: EpochMillis) =>
    chooseRate({
      tariff: tariffs.at(at),
      service: order.service,
      window,
      origin: order.originAddress.postalCode,
      destination: order.recipientAddress.postalCode,
      packages: order.packages,
      at,
      merchant,
      // Stored in one language; whoever reads it makes the words from the service (`rateWords`).
      locale: 'en',
      heavyAllowed,
    });
  const choice = choose(orderedAt);
  const end = window?.end ?? ('rate' in choice ? choice.rate.epochEstimateTo : undefined);
  return end !== undefined && end <= now ? choose(now) : choice;
}

/** Takes the booked window, or else the estimate of the rate. */
function promised(order: Order, from?: EpochMillis, to?: EpochMillis): Partial<Order> {
  const { completeAfter = from, completeBefore = to } = bookedWindow(order) ? order : {};
  return {
    completeAfter,
    completeBefore,
    originalCompleteAfter: order.originalCompleteAfter ?? from,
    originalCompleteBefore: order.originalCompleteBefore ?? to,
  };
}

/**
 * Carries a CREATED order that is located on: to GEOCODED with its rate and its promise, or to the
 * status that says why it cannot be carried, without a rate. Cutoffs are compared with `orderedAt`,
 * as long as what was promised then can still be kept.
 */
export function rateOrder(order: Order, context: RatingContext, orderedAt: EpochMillis): Order {
  const choice = chooseKeepableRate(order, context, orderedAt);
  if ('failure' in choice) {
    return advanceOrder(
      { ...order, rateChoice: undefined, ...promised(order) },
      { to: choice.failure, actor: 'system', at: context.now },
    );
  }
  const { rate, tariffVersion } = choice;
  return advanceOrder(
    {
      ...order,
      rateChoice: { ...rate, deliveryService: order.deliveryService, tariffVersion },
      ...promised(order, rate.epochEstimateFrom, rate.epochEstimateTo),
    },
    { to: 'GEOCODED', actor: 'system', at: context.now },
  );
}
