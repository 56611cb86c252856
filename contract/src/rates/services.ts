import { z } from 'zod';
import type { Translated } from '../locale.ts';
import type { DeliveryType } from '../orders/packages.ts';

/** The services (spec 2 §3). */
export const Service = z.enum([
  'NEXTDAY',
  'SAMEDAY',
  'SCHEDULED',
  'STANDARD',
  'CUSTOMER_BOOKING',
  'FLEX',
]);
export type Service = z.infer<typeof Service>;

export const serviceNames = {
  NEXTDAY: { en: 'Next day', fr: 'Lendemain' },
  SAMEDAY: { en: 'Same day', fr: 'Jour même' },
  SCHEDULED: { en: 'Scheduled', fr: 'Planifiée' },
  STANDARD: { en: 'Standard', fr: 'Standard' },
  CUSTOMER_BOOKING: { en: 'By appointment', fr: 'Sur rendez-vous' },
  FLEX: { en: 'Flex', fr: 'Flex' },
} as const satisfies Record<Service, Translated>;

/** Tells whether a service delivers in a window that is chosen with the order. */
export function deliversInWindow(service: Service): boolean {
  return service === 'SCHEDULED' || service === 'CUSTOMER_BOOKING';
}

/** At the door (spec 2 §3). */
export const DeliveryService = z.enum([
  'THRESHOLD',
  'TO_THE_DOOR',
  'ROOM_OF_CHOICE',
  'WHITE_GLOVE',
]);
export type DeliveryService = z.infer<typeof DeliveryService>;

export const deliveryServiceNames = {
  THRESHOLD: { en: 'At the entrance', fr: 'À l’entrée' },
  TO_THE_DOOR: { en: 'To the door', fr: 'À la porte' },
  ROOM_OF_CHOICE: { en: 'Room of choice', fr: 'Pièce au choix' },
  WHITE_GLOVE: { en: 'White glove', fr: 'Gants blancs' },
} as const satisfies Record<DeliveryService, Translated>;

export const DEFAULT_DELIVERY_SERVICE: DeliveryService = 'TO_THE_DOOR';

/** A parcel allows the first two; heavy orders and customer bookings all four. */
export function allowedDeliveryServices(
  deliveryType: DeliveryType,
  service: Service | undefined,
): readonly DeliveryService[] {
  const mayEnterTheHome = deliveryType === 'HEAVY' || service === 'CUSTOMER_BOOKING';
  return mayEnterTheHome
    ? ['TO_THE_DOOR', 'THRESHOLD', 'ROOM_OF_CHOICE', 'WHITE_GLOVE']
    : ['TO_THE_DOOR', 'THRESHOLD'];
}

/** All but leaving at the door (spec 2 §3). */
export function needsSignature(deliveryService: DeliveryService): boolean {
  return deliveryService !== 'TO_THE_DOOR';
}
