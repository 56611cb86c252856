import type { CarrierStatus } from '@portage/contract/order-status';
import type { Order } from '@portage/contract/orders';
import { failureNote } from '../demo/demo-notes.ts';
import { seededRandom, type DemoRandom } from '../demo/demo-random.ts';
import { depotOf } from '../demo/demo-steps.ts';
import type { DemoPhoto } from './demo-photo.ts';

/** Something that a simulated driver reports on the way. */
export interface Stop {
  status: CarrierStatus;
  city: string;
  /** Whether every package is scanned there first. */
  isScanned?: boolean;
  /** Whether it is reported only after what follows it, as when a device has no network. */
  isLate?: boolean;
  notes?: string;
  photo?: DemoPhoto;
  isSigned?: boolean;
}

/** How a simulated delivery ends. */
type Ending = 'delivered' | 'delivered the next time' | 'returned';

/** Of how many in a hundred. */
const ENDINGS = [
  ['delivered', 88],
  ['delivered the next time', 9],
  ['returned', 3],
] as const satisfies readonly (readonly [Ending, number])[];

type Route = Record<'origin' | 'originDepot' | 'depot' | 'city', string>;

/** From the merchant to the depot that is nearest to the recipient. */
function toTheDepot(random: DemoRandom, { origin, originDepot, depot }: Route): Stop[] {
  const sorted: Stop = {
    status: 'SHIPMENT_PROCESSING',
    city: originDepot,
    isScanned: true,
    isLate: random.chance(0.25),
  };
  return [
    { status: 'CARRIER_PICKED_UP', city: origin, isScanned: true },
    sorted,
    ...(depot === originDepot
      ? []
      : [{ status: 'RECEIVED_AT_DESTINATION' as const, city: depot, isScanned: true }]),
  ];
}

/** From the depot to the door. */
const toTheDoor = ({ depot, city }: Route): Stop[] => [
  { status: 'OUT_FOR_DELIVERY', city: depot, isScanned: true },
  { status: 'DELIVERY_EN_ROUTE', city },
];

/** To the door in vain, and back to the depot. */
const inVain = (random: DemoRandom, order: Order, route: Route): Stop[] => [
  ...toTheDoor(route),
  {
    status: 'DELIVERY_FAILED',
    city: route.city,
    notes: failureNote(random, order.dtoRecipientAddress),
    photo: 'nobody-home',
  },
  { status: 'RECEIVED_AT_DESTINATION', city: route.depot, isScanned: true },
];

/**
 * What a simulated driver reports of a located order, one after the other: along the depots of the
 * carrier, always the same for the same order. One that somebody watches is delivered; of others,
 * some are delivered the next time or returned.
 */
export function planDelivery(order: Order, { isWatched }: { isWatched: boolean }): Stop[] {
  const random = seededRandom(Number.parseInt(order.id.slice(-8), 16));
  const ending: Ending = isWatched ? 'delivered' : random.weighted<Ending>(ENDINGS);
  const route = {
    origin: order.originAddress.city,
    originDepot: depotOf(order.originAddress.postalCode),
    depot: depotOf(order.recipientAddress.postalCode),
    city: order.recipientAddress.city,
  };
  const before = toTheDepot(random, route);
  if (ending === 'returned') {
    const returned: Stop = { status: 'RETURN_TO_SENDER', city: route.origin, isScanned: true };
    return [...before, ...inVain(random, order, route), returned];
  }
  return [
    ...before,
    ...(ending === 'delivered' ? [] : inVain(random, order, route)),
    ...toTheDoor(route),
    {
      status: 'DELIVERED',
      city: route.city,
      isScanned: true,
      photo: 'at-the-door',
      isSigned: order.signatureRequired,
    },
  ];
}
