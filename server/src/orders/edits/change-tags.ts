import { orderCan } from '@portage/contract/orders/order-permissions';
import type { Order } from '@portage/contract/orders/orders';
import { MOST_TAGS } from '@portage/contract/orders/tags';
import type { EpochMillis } from '@portage/contract/time';
import { ApiError } from '../../api-error.ts';
import type { ChangedOrder, OrderRule } from '../change-orders.ts';
import { changesOf } from './changes-of.ts';
import { withEdit } from './with-edit.ts';

/** The order with other tags. They are on no label, so none becomes stale. */
function retagged(
  order: Order,
  tags: string[],
  { by, now }: { by: string; now: EpochMillis },
): ChangedOrder {
  const permission = orderCan.tag(order);
  if (!permission.allowed) throw new ApiError(permission.reason);
  if (tags.length === order.tags.length) return { order };
  const after: Order = { ...order, tags, version: order.version + 1, modified: now };
  return withEdit(after, changesOf(order, after), by);
}

/**
 * Puts tags on an order, after those it has; those it has already stay where they are. Refuses an
 * archived order, and more than an order may have as `too_many_tags`.
 */
export const addTags =
  (tags: readonly string[], by: string): OrderRule =>
  (order, now) => {
    const all = [...new Set([...order.tags, ...tags])];
    const changed = retagged(order, all, { by, now });
    if (changed.order !== order && all.length > MOST_TAGS) {
      throw new ApiError('too_many_tags', { limit: MOST_TAGS });
    }
    return changed;
  };

/** Takes tags off an order; those it does not have are no fault. Refuses an archived order. */
export const removeTags =
  (tags: readonly string[], by: string): OrderRule =>
  (order, now) => {
    const rest = order.tags.filter((tag) => !tags.includes(tag));
    return retagged(order, rest, { by, now });
  };
