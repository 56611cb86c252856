import { setTimeout } from 'node:timers/promises';
import type { Order } from '@portage/contract/orders';
import type { Deps } from '../deps.ts';
import { isRefusal } from '../refusals.ts';
import { changeOrderAlone, type OrderRule } from './change-orders.ts';
import { changesOf } from './edits/changes-of.ts';

/** How long labels wait to be marked before they are handed out unmarked, in milliseconds. */
const PATIENCE = 250;

/** Printing the same labels again changes nothing, and what is archived does not change any more. */
const isToBeMarked = ({ orderStatus, labelPrintedAt, labelStale }: Order) =>
  orderStatus !== 'ARCHIVED' && (labelPrintedAt === undefined || labelStale === true);

/** An order whose labels were printed as it was; they are stale at once when it was edited meanwhile. */
const labelsPrinted =
  (printed: Order): OrderRule =>
  (order, now) => {
    const isStale = changesOf(printed, order).some(({ field }) => field !== 'tags');
    if (!isToBeMarked(order) || (isStale && order.labelStale)) return { order };
    const labelStale = isStale ? true : undefined;
    const version = order.version + 1;
    return { order: { ...order, labelPrintedAt: now, labelStale, version, modified: now } };
  };

/**
 * Marks an order that its labels were printed, and that they are not stale (spec 1 §2). Raises
 * nothing and does not wait long: who prints has the labels already, marked or not.
 */
export async function markLabelsPrinted(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  printed: Order,
): Promise<void> {
  if (!isToBeMarked(printed)) return;
  const marking = changeOrderAlone(deps, printed, labelsPrinted(printed)).catch(
    (error: unknown) => {
      if (isRefusal(error, 'order_not_found')) return;
      deps.log.warn({ err: error, orderId: printed.id }, 'printed labels could not be marked');
    },
  );
  await Promise.race([marking, setTimeout(PATIENCE, undefined, { ref: false })]);
}
