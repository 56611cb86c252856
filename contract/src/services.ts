import { z } from 'zod';
import type { DeliveryType } from './packages.ts';

/** How fast an order travels (spec 2 §3). */
export const Service = z.enum([
  'NEXTDAY',
  'SAMEDAY',
  'SCHEDULED',
  'STANDARD',
  'CUSTOMER_BOOKING',
  'FLEX',
]);
export type Service = z.infer<typeof Service>;

/** How an order is handed over at the door (spec 2 §3); TO_THE_DOOR is the default. */
export const DeliveryService = z.enum([
  'THRESHOLD',
  'TO_THE_DOOR',
  'ROOM_OF_CHOICE',
  'WHITE_GLOVE',
]);
export type DeliveryService = z.infer<typeof DeliveryService>;

/** What an order gets when the merchant chooses nothing (spec 2 §9). */
export const DEFAULT_DELIVERY_SERVICE: DeliveryService = 'TO_THE_DOOR';

/**
 * The delivery services that may be chosen (product decision): the first two for a parcel, all four
 * for a heavy order or a customer booking.
 */
export function allowedDeliveryServices(
  deliveryType: DeliveryType,
  service: Service | undefined,
): readonly DeliveryService[] {
  const mayEnterTheHome = deliveryType === 'HEAVY' || service === 'CUSTOMER_BOOKING';
  return mayEnterTheHome
    ? ['TO_THE_DOOR', 'THRESHOLD', 'ROOM_OF_CHOICE', 'WHITE_GLOVE']
    : ['TO_THE_DOOR', 'THRESHOLD'];
}

/** Every delivery service but leaving at the door is handed over against a signature (spec 2 §3). */
export function needsSignature(deliveryService: DeliveryService): boolean {
  return deliveryService !== 'TO_THE_DOOR';
}
