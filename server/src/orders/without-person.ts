import type { DtoAddress } from '@portage/contract/addresses/address';
import { byNote } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import { namesShopOrder } from '@portage/contract/shop/shop-order-id';

const REDACTED = '(redacted)';

/** Returns the recipient, or the sender of a return. */
export const personOf = (order: Order) =>
  order.returnFrom
    ? { ...order.returnFrom, addresses: [order.originAddress, order.dtoOriginAddress] }
    : { ...order.recipient, addresses: [order.recipientAddress, order.dtoRecipientAddress] };

function regionOf({ city, province, postalCode, country }: Order['recipientAddress']) {
  return { street: REDACTED, city, province, postalCode, country };
}

const redactedDto = ({ isBusinessAddress, ...address }: DtoAddress) => ({
  ...regionOf(address),
  isBusinessAddress,
});

function withoutPhotos(event: Order['timelineEvents'][number]): Order['timelineEvents'][number] {
  const { verificationPhotosUrls: _pictures, signaturePhotosUrls: _signatures, ...rest } = event;
  return rest;
}

export const isRedacted = (order: Order): boolean => personOf(order).name === REDACTED;

/** Keeps region, price, items and events. */
export function withoutPerson(order: Order): Order {
  return {
    ...order,
    ...byNote(() => undefined),
    ...(order.returnFrom
      ? {
          returnFrom: { name: REDACTED },
          originAddress: regionOf(order.originAddress),
          dtoOriginAddress: redactedDto(order.dtoOriginAddress),
        }
      : {
          recipient: { name: REDACTED },
          recipientAddress: regionOf(order.recipientAddress),
          dtoRecipientAddress: redactedDto(order.dtoRecipientAddress),
        }),
    failureNotes: undefined,
    customFields: order.customFields.filter(namesShopOrder),
    timelineEvents: order.timelineEvents.map(withoutPhotos),
    trackingEvents: order.trackingEvents.map(withoutPhotos),
    timeChangeEvents: order.timeChangeEvents.map((event) => ({ ...event, externalNotes: '' })),
    tasks: order.tasks.map(
      ({ completionNotes: _notes, completionPhotosUrl: _photos, ...task }) => task,
    ),
  };
}
