import type { Order } from '@portage/contract/orders/orders';
import type { Format } from '../lib/format.ts';

/** A span of time of an order; an end is missing while nothing is promised. */
type Promised = { readonly [End in 'completeAfter' | 'completeBefore']?: number | undefined };

/**
 * When the carrier promises to deliver an order, in words: a day with its hours, or both ends when
 * the promise spans days. Undefined while nothing is promised.
 */
export function promiseOf(
  { completeAfter, completeBefore }: Promised,
  format: Format,
): string | undefined {
  if (completeAfter === undefined || completeBefore === undefined) return undefined;
  const day = format.date(completeAfter);
  return day === format.date(completeBefore)
    ? `${day}, ${format.time(completeAfter)} – ${format.time(completeBefore)}`
    : `${format.shortDateTime(completeAfter)} – ${format.shortDateTime(completeBefore)}`;
}

/** When the carrier estimated to deliver an order at its rating, in words, where it promises another time. */
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

/** What was promised at first, in words, where the promise is another one now. */
export function originalPromiseOf(
  order: Promised & Pick<Order, 'originalCompleteAfter' | 'originalCompleteBefore'>,
  format: Format,
): string | undefined {
  const { originalCompleteAfter: completeAfter, originalCompleteBefore: completeBefore } = order;
  const isTheSame =
    completeAfter === order.completeAfter && completeBefore === order.completeBefore;
  return isTheSame ? undefined : promiseOf({ completeAfter, completeBefore }, format);
}
