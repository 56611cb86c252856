import type { z } from 'zod';
import { Order } from '@portage/contract/orders/orders';
import { trackingNumberFrom } from '@portage/contract/orders/tracking-number';
import { exampleOrder } from '@portage/contract/testing/example-order';

const AT = Date.UTC(2026, 5, 4, 14);
const TRACKING_NUMBER = trackingNumberFrom([7, 19, 3, 28, 11, 0, 30, 5, 23, 14]);

const ORIGIN = {
  number: '401',
  street: 'Richmond St W',
  unit: '104',
  city: 'Toronto',
  province: 'ON',
  postalCode: 'M5V 3A8',
  country: 'CA',
};
const DESTINATION = {
  number: '88',
  street: 'Harbour St',
  unit: '3105',
  city: 'Toronto',
  province: 'ON',
  postalCode: 'M5J 0C3',
  country: 'CA',
};

/** Has a place and one package; `changes` replace whole fields. */
export function labelledOrder(changes: Partial<z.input<typeof Order>> = {}): Order {
  return Order.parse({
    ...exampleOrder(),
    id: '0198f3a0-0000-7000-8000-000000000001',
    trackingNumber: TRACKING_NUMBER,
    createdAt: AT,
    modified: AT,
    merchantId: '0198f3a0-0000-7000-8000-0000000000aa',
    recipient: { name: 'Amelia Okafor', phone: '+14165550142' },
    recipientAddress: DESTINATION,
    dtoRecipientAddress: DESTINATION,
    originAddress: ORIGIN,
    dtoOriginAddress: ORIGIN,
    packages: [{ trackingNumber: `${TRACKING_NUMBER}-1` }],
    service: 'SAMEDAY',
    completeAfter: Date.UTC(2026, 5, 4, 22),
    completeBefore: Date.UTC(2026, 5, 5, 2),
    scanningRequired: true,
    ...changes,
  });
}
