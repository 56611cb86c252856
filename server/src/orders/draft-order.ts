import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { NewOrder } from '@portage/contract/new-order';
import type { Order } from '@portage/contract/orders';
import { deliveryTypeOf, type NewPackage } from '@portage/contract/packages';
import { DEFAULT_DELIVERY_SERVICE, needsSignature } from '@portage/contract/services';
import type { EpochMillis } from '@portage/contract/time';
import { packageTrackingNumber, trackingNumberFrom } from '@portage/contract/tracking-number';

/** Who places an order. */
export interface OrderAuthor {
  merchantId: string;
  username: string;
}

/** The packages as described, or as many plain ones as were counted. */
function packagesOf({ packages, packageCount = 1 }: NewOrder): NewPackage[] {
  return packages ?? Array.from({ length: packageCount }, () => ({}));
}

/** A new order in status CREATED: everything the merchant said, and nothing located or rated yet. */
export function draftOrder(newOrder: NewOrder, author: OrderAuthor, now: EpochMillis): Order {
  const trackingNumber = trackingNumberFrom(randomBytes(10));
  const packages = packagesOf(newOrder);
  const { isBusinessAddress: _recipient, ...recipientAddress } = newOrder.recipientAddress;
  const { isBusinessAddress: _origin, ...originAddress } = newOrder.originAddress;
  const deliveryService = newOrder.deliveryService ?? DEFAULT_DELIVERY_SERVICE;
  const { window } = newOrder;
  return {
    id: uuidv7({ msecs: now }),
    trackingNumber,
    version: 1,
    orderStatus: 'CREATED',
    createdAt: now,
    modified: now,
    merchantId: author.merchantId,
    createdBy: author.username,
    source: newOrder.source,
    deliveryType: deliveryTypeOf(packages),
    merchantDisplayName: newOrder.merchantDisplayName,
    recipient: newOrder.recipient,
    recipientAddress,
    dtoRecipientAddress: newOrder.recipientAddress,
    originAddress,
    dtoOriginAddress: newOrder.originAddress,
    packageCount: packages.length,
    refNumber: newOrder.refNumber,
    packages: packages.map((one, index) => ({
      ...one,
      trackingNumber: packageTrackingNumber(trackingNumber, index + 1),
    })),
    service: newOrder.service,
    orderItems: newOrder.orderItems,
    deliveryService,
    ...(window && {
      completeAfter: window.start,
      completeBefore: window.end,
      originalCompleteAfter: window.start,
      originalCompleteBefore: window.end,
    }),
    signatureRequired: newOrder.signatureRequired || needsSignature(deliveryService),
    scanningRequired: true,
    validAddress: false,
    minimumAge: newOrder.minimumAge,
    notes: newOrder.notes,
    customFields: newOrder.customFields,
    tags: [...new Set(newOrder.tags)],
    timelineEvents: [{ event: 'CREATED', timestamp: now, trackingNumber }],
    trackingEvents: [],
    scanEvents: [],
    otherScans: [],
    timeChangeEvents: [],
    tasks: [],
  };
}
