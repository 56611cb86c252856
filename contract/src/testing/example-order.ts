import type { Order } from '../orders/orders.ts';

const ORIGIN = {
  street: '215 Spadina Ave',
  city: 'Toronto',
  province: 'ON',
  postalCode: 'M5T 2C7',
  country: 'CA',
} as const;
const DESTINATION = { ...ORIGIN, street: '300 Front St W', postalCode: 'M5V 0E9' } as const;

/** A located order that is not ready yet; a test may change fields. */
export function exampleOrder(about: Partial<Order> = {}): Order {
  return {
    id: '01980000-0000-7000-8000-000000000001',
    trackingNumber: 'PTG0000000000',
    version: 1,
    orderStatus: 'GEOCODED',
    createdAt: Date.parse('2025-11-20T12:00Z'),
    modified: Date.parse('2025-11-20T12:00Z'),
    merchantId: '01980000-0000-7000-8000-0000000000ff',
    createdBy: 'demo@portage.example',
    source: 'dashboard',
    deliveryType: 'PARCEL',
    recipient: { name: 'Élodie Tremblay', phone: '+14165550123' },
    recipientAddress: DESTINATION,
    dtoRecipientAddress: { ...DESTINATION, isBusinessAddress: false },
    originAddress: ORIGIN,
    dtoOriginAddress: { ...ORIGIN, isBusinessAddress: true },
    packageCount: 1,
    packages: [{ trackingNumber: 'PTG0000000000-1' }],
    service: 'NEXTDAY',
    orderItems: [],
    deliveryService: 'TO_THE_DOOR',
    signatureRequired: false,
    scanningRequired: false,
    validAddress: true,
    customFields: [],
    tags: [],
    timelineEvents: [],
    trackingEvents: [],
    scanEvents: [],
    otherScans: [],
    timeChangeEvents: [],
    tasks: [],
    ...about,
  };
}
