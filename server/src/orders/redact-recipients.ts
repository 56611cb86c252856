import type { DtoAddress } from '@portage/contract/addresses/address';
import { mayBecome } from '@portage/contract/orders/order-status';
import { byDriverText } from '@portage/contract/orders/order-texts';
import type { Order } from '@portage/contract/orders/orders';
import { namesShopOrder } from '@portage/contract/shop/shop-order-id';
import type { EpochMillis } from '@portage/contract/time';
import { eraseSavedRecipients } from '../addresses/save-address.ts';
import type { Deps } from '../deps.ts';
import { DAY } from '../durations.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { changeOrders, orderTransaction } from './change-orders.ts';
import { deletePersonalTraces } from './delete-orders.ts';
import { redactDeletedOrders } from './deleted-order-queries.ts';

const REDACTED = '(redacted)';

/** Milliseconds; the platform gives 30 days. */
export const ERASED_WITHIN = 28 * DAY;

/** Of a return the sender. */
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

/** Keeps region, price, items and events. */
function withoutPerson(order: Order, now: EpochMillis): Order {
  return {
    ...order,
    ...byDriverText(() => undefined),
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
    version: order.version + 1,
    modified: now,
  };
}

/**
 * Includes deleted orders and the address book. Orders on their way wait, at most until `until`.
 */
export async function redactRecipients(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  {
    merchantId,
    orderIds,
    until = clock.now() + ERASED_WITHIN,
  }: { merchantId: string; orderIds: readonly string[]; until?: EpochMillis | undefined },
): Promise<void> {
  await orderTransaction(db, async (trx) => {
    const waiting: string[] = [];
    const erased: Order[] = [];
    const redact = (order: Order, now: EpochMillis) => {
      if (personOf(order).name === REDACTED) return order;
      erased.push(order);
      return withoutPerson(order, now);
    };
    await changeOrders(trx, clock, { merchantId, ids: orderIds }, (order, now) => {
      const { orderStatus } = order;
      const isOver = orderStatus === 'ARCHIVED' || mayBecome(orderStatus, 'ARCHIVED', 'system');
      if (isOver || now >= until) return { order: redact(order, now) };
      waiting.push(order.id);
      return { order };
    });
    const ids = orderIds.filter((id) => !waiting.includes(id));
    await redactDeletedOrders(trx, merchantId, ids, (order) => redact(order, clock.now()));
    await deletePersonalTraces(trx, merchantId, ids);
    await eraseSavedRecipients(trx, merchantId, erased.map(personOf));
    if (waiting.length > 0) {
      const later = { merchantId, orderIds: waiting, until };
      await insertJob(trx, 'redact-recipients', later, { delay: DAY });
    }
  });
}
