import type { Locale } from '@portage/contract/locale';
import { isToCome } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { orderTimeZone } from '@portage/contract/time-zone';
import { useLocale } from '../i18n/i18n.ts';
import { type Format, namedFormatFor } from '../lib/format.ts';

type Places = Parameters<typeof orderTimeZone>[0];

/** In the delivery's zone, named where the device's differs. */
export const orderFormat = (order: Places, locale: Locale): Format =>
  namedFormatFor(locale, orderTimeZone(order));

export const useOrderFormat = (order: Places): Format => orderFormat(order, useLocale());

/** An end is missing while nothing is promised. */
type Promised = { readonly [End in 'completeAfter' | 'completeBefore']?: number | undefined };

/** Undefined while nothing is promised. */
export function promiseOf(
  { completeAfter, completeBefore }: Promised,
  format: Format,
): string | undefined {
  if (completeAfter === undefined || completeBefore === undefined) return undefined;
  return format.period(completeAfter, completeBefore);
}

/** Compares the end of the promise with the delivery, or with now while it is to come. */
export function latenessOf(
  {
    completeBefore,
    deliveredAt,
    orderStatus,
  }: Promised & Pick<Order, 'deliveredAt' | 'orderStatus'>,
  now: number,
): 'late' | 'deliveredLate' | undefined {
  if (completeBefore === undefined) return undefined;
  if (deliveredAt !== undefined) return deliveredAt > completeBefore ? 'deliveredLate' : undefined;
  return isToCome(orderStatus) && now > completeBefore ? 'late' : undefined;
}

/** Undefined where it is the promise. */
export function estimateOf(
  { rateChoice, ...promised }: Promised & Pick<Order, 'rateChoice'>,
  format: Format,
): string | undefined {
  const estimated = {
    completeAfter: rateChoice?.epochEstimateFrom,
    completeBefore: rateChoice?.epochEstimateTo,
  };
  const text = promiseOf(estimated, format);
  return text === promiseOf(promised, format) ? undefined : text;
}

/** Undefined where it still holds. */
export function originalPromiseOf(
  order: Promised & Pick<Order, 'originalCompleteAfter' | 'originalCompleteBefore'>,
  format: Format,
): string | undefined {
  const { originalCompleteAfter: completeAfter, originalCompleteBefore: completeBefore } = order;
  const isTheSame =
    completeAfter === order.completeAfter && completeBefore === order.completeBefore;
  return isTheSame ? undefined : promiseOf({ completeAfter, completeBefore }, format);
}
