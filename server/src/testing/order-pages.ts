import type { Locale } from '@portage/contract/locale';
import type { OrderStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { labelledOrder } from './labelled-order.ts';
import { orderPage } from '../tracking/order-page.ts';
import { trackingContent } from '../tracking/tracking-content.ts';
import { merchantProfile } from './make-merchant.ts';

/** Thursday, four in the afternoon in Toronto. */
export const NOW = Date.UTC(2026, 5, 4, 20);

/** The page of an order, with links to photos that are at least as long as real ones. */
export function pageOf(order: Order, locale: Locale = 'en', merchant = merchantProfile()): string {
  return orderPage(trackingContent(order, merchant), {
    locale,
    sitePath: '/track',
    now: NOW,
    linkOf: (path) => `/api/photos/${'x'.repeat(140)}${path.length}`,
  });
}

export const textOf = (page: string): string =>
  page.replaceAll(/<(style|script)>.*?<\/\1>/gs, '').replaceAll(/<[^>]*>/g, ' ');

/** A document with every field, whose texts and amounts are found nowhere else. */
export function secretiveOrder(status: OrderStatus, showExternalNotes: boolean): Order {
  const address = {
    number: '90417',
    street: 'Secretstreet',
    unit: 'Secretunit',
    city: 'Secretcity',
    province: 'ON',
    postalCode: 'M5J 0C3',
    country: 'CA',
    sublocality: 'Secretborough',
    location: { lat: 43.64123, lng: -79.38456 },
  } as const;
  const { trackingNumber } = labelledOrder();
  const photo = (name: string) => [`/orders/secret/photos/${name}`];
  const event = {
    event: 'DELIVERED',
    timestamp: NOW - 1000,
    trackingNumber,
    location: { city: 'Eventcity' },
    verificationPhotosUrls: photo('Secretphoto'),
    signaturePhotosUrls: photo('Secretsignature'),
  };
  return labelledOrder({
    orderStatus: status,
    merchantDisplayName: 'Shown Brand',
    createdBy: 'Secretuser',
    recipient: { name: 'Zoé Secretname', email: 'secret@mail.example', phone: '+14165550142' },
    recipientAddress: { ...address, city: 'Shown City' },
    dtoRecipientAddress: address,
    originAddress: address,
    dtoOriginAddress: address,
    refNumber: 'Secretref',
    returnFrom: { name: 'Secretsender', phone: '+14165550143' },
    packages: [
      {
        trackingNumber: `${trackingNumber}-1`,
        refNumber: 'Secretbox',
        weightOptions: { weight: 7919.31, unit: 'lb' },
      },
    ],
    rateChoice: {
      service: 'SAMEDAY',
      name: 'Secretrate',
      description: 'Secretdescription',
      price: 6841.27,
      currency: 'CAD',
      epochEstimateFrom: NOW,
      epochEstimateTo: NOW,
      deliveryService: 'TO_THE_DOOR',
    },
    orderItems: [{ name: 'Secretthing', sku: 'Secretsku', quantity: 5113, unitPrice: 3391.55 }],
    originalCompleteAfter: NOW - 5000,
    originalCompleteBefore: NOW - 4000,
    minimumAge: 19,
    dispatcher: 'Secretdispatcher',
    outForDeliveryAt: NOW,
    deliveredAt: NOW,
    failedAt: NOW,
    pickupReadyAt: NOW,
    quotedAt: NOW,
    shipBy: NOW,
    attentionClosedAt: NOW,
    importId: '01990000-0000-7000-8000-000000000009',
    labelPrintedAt: NOW,
    labelStale: true,
    labelVersion: 7129,
    notes: 'Secretnotes',
    failureNotes: 'Secretfailure',
    customFields: [{ name: 'Secretfield', value: 'Secretvalue' }],
    tags: ['Secrettag'],
    timelineEvents: [event, { ...event, event: 'Secretevent' }],
    trackingEvents: [{ ...event, event: 'SCANNED', timestamp: NOW - 9e6 }],
    scanEvents: [{ trackingNumber, events: [{ time: NOW, location: 'Secretscan' }] }],
    otherScans: [{ time: NOW }],
    timeChangeEvents: [{ timestamp: NOW, showExternalNotes, externalNotes: 'Shown? reason' }],
    tasks: [
      {
        id: 'Secrettask',
        shortId: 'Secretshort',
        taskType: 'DROPOFF',
        taskStatus: 'COMPLETED',
        completionNotes: 'Secretcompletion',
        completionPhotosUrl: photo('Secrettaskphoto'),
      },
    ],
  });
}
