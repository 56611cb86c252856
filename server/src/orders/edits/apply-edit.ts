import { fieldMessages } from '@portage/contract/field-messages';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { OrderEdit } from '@portage/contract/orders/order-edits';
import type { Order } from '@portage/contract/orders/orders';
import { deliveryTypeOf, type Package } from '@portage/contract/orders/packages';
import {
  allowedDeliveryServices,
  needsSignature,
  DEFAULT_DELIVERY_SERVICE,
  deliversInWindow,
} from '@portage/contract/rates/services';
import { packageTrackingNumber } from '@portage/contract/orders/tracking-number';
import { invalidField } from '../../api-error.ts';
import { requirePhone } from '../require-phone.ts';
import { edited } from './edited.ts';
import { editedAddress } from './edited-address.ts';
import { orderCan } from '@portage/contract/orders/order-permissions';
import { isScanned } from '@portage/contract/orders/order-selection';
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
 * no window of the one before, and resets a delivery service that it does not allow. Throws
 * `invalidRequest` with the field: `serviceFixed` for an order that was placed, `windowRequired` for
 * SCHEDULED without a window, `windowNotTaken` for a window of a service that takes none.
 */
function editedService(order: Order, edit: OrderEdit): ServiceParts | undefined {
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

/** What an edit may ask for follows from the merchant and its features. */
export interface EditContext {
  merchant: Pick<Merchant, 'phoneOptional'>;
  /** Whether the merchant may ship HEAVY orders, and choose how they are handed over (spec 1 §6). */
  heavyAllowed: boolean;
}

/** As many packages as are wanted: plain ones are added, and the last ones taken away. */
function countedPackages({ packages, trackingNumber }: Order, count = packages.length): Package[] {
  const added = Array.from({ length: Math.max(0, count - packages.length) }, (_, index) => ({
    trackingNumber: packageTrackingNumber(trackingNumber, packages.length + index + 1),
  }));
  return [...packages.slice(0, count), ...added];
}

function checkDeliveryService(before: Order, after: Order, { heavyAllowed }: EditContext): void {
  const isChosen = after.deliveryService !== before.deliveryService;
  if (isChosen && !heavyAllowed) {
    throw invalidField('deliveryService', fieldMessages.deliveryServiceFixed);
  }
  if (!isChosen && after.deliveryType === before.deliveryType) return;
  if (!allowedDeliveryServices(after.deliveryType, after.service).includes(after.deliveryService)) {
    throw invalidField('deliveryService', fieldMessages.deliveryServiceNotOffered);
  }
}

/**
 * The order with what an edit gives; a new place is not located yet and nothing is rated. Throws
 * `invalidRequest`, naming the field, for a phone that is needed, for a delivery service that is not
 * offered or not the merchant's to choose, and what `editedService` throws.
 */
export function applyEdit(order: Order, edit: OrderEdit, context: EditContext): Order {
  const { recipient, recipientAddress } = edit;
  const serviced = { ...order, ...editedService(order, edit) };
  const { deliveryService = serviced.deliveryService } = edit;
  const packages = countedPackages(order, edit.packageCount);
  const dtoRecipientAddress = editedAddress(order.dtoRecipientAddress, recipientAddress);
  const after: Order = {
    ...serviced,
    recipient: {
      name: recipient?.name ?? order.recipient.name,
      email: edited(order.recipient.email, recipient?.email),
      phone: edited(order.recipient.phone, recipient?.phone),
    },
    dtoRecipientAddress,
    recipientAddress: { ...order.recipientAddress, unit: dtoRecipientAddress.unit },
    notes: edited(order.notes, edit.notes),
    packages,
    packageCount: packages.length,
    ...(packages.length !== order.packages.length && { deliveryType: deliveryTypeOf(packages) }),
    ...(deliveryService !== serviced.deliveryService && {
      deliveryService,
      signatureRequired: needsSignature(deliveryService),
    }),
  };
  if (order.recipient.phone !== undefined) requirePhone(after.recipient, context.merchant);
  checkDeliveryService(serviced, after, context);
  return after;
}
