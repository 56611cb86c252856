import { isDeepStrictEqual } from 'node:util';
import { labelStatusOf } from '@portage/contract/orders/label-status';
import { isScanned } from '@portage/contract/orders/order-selection';
import type { Order } from '@portage/contract/orders/orders';
import { foldForSearch } from '@portage/contract/fold-for-search';
import { hasSameLastingParts, type LastingParts } from './lasting-parts.ts';
import { orderSearchText } from './order-search-text.ts';

/** The columns of an order that are as they were unless somebody edits it. */
function lastingFacets(order: LastingParts) {
  const { merchantDisplayName } = order;
  return {
    service: order.service,
    delivery_type: order.deliveryType,
    is_business: order.dtoRecipientAddress.isBusinessAddress,
    origin_postal_code: order.originAddress.postalCode,
    display_name: merchantDisplayName === undefined ? null : foldForSearch(merchantDisplayName),
    tags: order.tags,
    search: orderSearchText(order),
    recipient_name: order.recipient.name,
  };
}

/** Whether two versions of an order are alike in every column that stays while it travels. */
export const hasSameLastingFacets = (before: Order, after: Order): boolean =>
  hasSameLastingParts(before, after) ||
  isDeepStrictEqual(lastingFacets(before), lastingFacets(after));

/** The columns of an order that change while it travels. */
export function travelFacets(order: Order) {
  const { deliveredAt } = order;
  return {
    is_fulfilled: order.pickupReadyAt !== undefined,
    label_status: labelStatusOf(order),
    delivered_at: deliveredAt === undefined ? null : new Date(deliveredAt),
    is_scanned: isScanned(order),
    modified_at: new Date(order.modified),
  };
}

/**
 * The columns of an order that lists are filtered by and made of, read out of its document. Whatever
 * changes an order saves both together, so that they cannot differ.
 */
export const orderFacets = (order: Order) => ({ ...lastingFacets(order), ...travelFacets(order) });
