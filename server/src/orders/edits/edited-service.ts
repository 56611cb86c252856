import { fieldMessages } from '@portage/contract/field-messages';
import type { OrderEdit } from '@portage/contract/order-edits';
import { orderCan } from '@portage/contract/order-permissions';
import { isScanned } from '@portage/contract/order-selection';
import type { Order } from '@portage/contract/orders';
import {
  allowedDeliveryServices,
  DEFAULT_DELIVERY_SERVICE,
  deliversInWindow,
} from '@portage/contract/services';
import { invalidField } from '../../api-error.ts';
import { bookedWindow } from '../rate-order.ts';

/** What an edit of its service or window changes of an order. */
type ServiceParts = Pick<
  Order,
  | 'service'
  | 'deliveryService'
  | 'completeAfter'
  | 'completeBefore'
  | 'originalCompleteAfter'
  | 'originalCompleteBefore'
>;

/**
 * The service and the window after an edit; nothing where neither changes. A changed service keeps
 * no window of the one before, and resets a delivery service that it does not allow. Raises
 * `invalidRequest` with the field: `serviceFixed` for an order that was placed, `windowRequired` for
 * SCHEDULED without a window, `windowNotTaken` for a window of a service that takes none.
 */
export function editedService(order: Order, edit: OrderEdit): ServiceParts | undefined {
  const { service = order.service } = edit;
  const before = bookedWindow(order);
  const isOther = service !== order.service;
  const window = edit.window ?? (isOther ? undefined : before);
  if (!isOther && window?.start === before?.start && window?.end === before?.end) return undefined;

  if (!orderCan.chooseService({ ...order, isScanned: isScanned(order) })) {
    throw invalidField(isOther ? 'service' : 'window', fieldMessages.serviceFixed);
  }
  if (window && !deliversInWindow(service)) {
    throw invalidField('window', fieldMessages.windowNotTaken);
  }
  if (service === 'SCHEDULED' && !window) {
    throw invalidField('window', fieldMessages.windowRequired);
  }
  const isAllowed = allowedDeliveryServices(order.deliveryType, service).includes(
    order.deliveryService,
  );
  return {
    service,
    deliveryService: isAllowed ? order.deliveryService : DEFAULT_DELIVERY_SERVICE,
    completeAfter: window?.start,
    completeBefore: window?.end,
    originalCompleteAfter: window?.start,
    originalCompleteBefore: window?.end,
  };
}
