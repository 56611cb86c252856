import { labelStatusOf } from '@portage/contract/label-status';
import { isScanned } from '@portage/contract/order-selection';
import type { Order } from '@portage/contract/orders';
import { foldForSearch, orderSearchText } from './order-search-text.ts';

/**
 * The columns of an order that lists are filtered by and made of, read out of its document. Whatever changes an
 * order saves both together, so that they cannot differ.
 */
export function orderFacets(order: Order) {
  const { deliveredAt, merchantDisplayName } = order;
  return {
    service: order.service,
    delivery_type: order.deliveryType,
    is_business: order.dtoRecipientAddress.isBusinessAddress,
    is_fulfilled: order.pickupReadyAt !== undefined,
    label_status: labelStatusOf(order),
    delivered_at: deliveredAt === undefined ? null : new Date(deliveredAt),
    origin_postal_code: order.originAddress.postalCode,
    display_name: merchantDisplayName === undefined ? null : foldForSearch(merchantDisplayName),
    tags: order.tags,
    search: orderSearchText(order),
    recipient_name: order.recipient.name,
    is_scanned: isScanned(order),
    modified_at: new Date(order.modified),
  };
}
