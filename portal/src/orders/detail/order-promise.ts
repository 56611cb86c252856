import type { Order } from '@portage/contract/orders';
import type { Format } from '../../lib/format.ts';

/**
 * When the carrier promises to deliver an order, in words: a day with its hours, or both ends when
 * the promise spans days. Undefined while nothing is promised.
 */
export function promiseOf(
  { completeAfter, completeBefore }: Pick<Order, 'completeAfter' | 'completeBefore'>,
  format: Format,
): string | undefined {
  if (completeAfter === undefined || completeBefore === undefined) return undefined;
  const day = format.date(completeAfter);
  return day === format.date(completeBefore)
    ? `${day}, ${format.time(completeAfter)} – ${format.time(completeBefore)}`
    : `${format.shortDateTime(completeAfter)} – ${format.shortDateTime(completeBefore)}`;
}
