import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import {
  HOUR,
  MINUTE,
  timeOnDay,
  timeZoneOf,
  type OrderTimestamps,
  type PickupHabits,
} from './demo-timestamps.ts';
import { damageNote, failureNote } from './demo-notes.ts';
import type { DemoRandom } from './demo-random.ts';
import { change, depotOf, scannedInto, type Step } from './demo-steps.ts';

/** A located order on its way: when, and through which cities. */
export interface Trip extends OrderTimestamps {
  readonly order: Order;
  /** Whether the order lies at a depot on its way. */
  readonly viaDepot: boolean;
  readonly originCity: string;
  readonly originDepot: string;
  readonly depot: string;
  readonly city: string;
  /** Time zone of the recipient. */
  readonly timeZone: string;
}

/** Whether an order that could not be delivered goes back to the merchant. */
interface Ending {
  readonly isReturned: boolean;
}

/** The trip of an order that is located and rated. */
export function tripOf(order: Order, timestamps: OrderTimestamps, habits: PickupHabits): Trip {
  const { originAddress: origin, recipientAddress: recipient } = order;
  return {
    order,
    ...timestamps,
    viaDepot: !habits.onTheDay,
    originCity: origin.city,
    originDepot: depotOf(origin.postalCode),
    depot: depotOf(recipient.postalCode),
    city: recipient.city,
    timeZone: timeZoneOf(recipient.postalCode),
  };
}

/** The merchant says that the order is packed. */
const madeReady = ({ ready }: Trip): Step => change('PICKUP_READY', 'merchant', ready);

/** Picked up, and sorted at the depot of the origin when it lies on the way. */
function toTheDepot(random: DemoRandom, trip: Trip): Step[] {
  const { order, pickup, viaDepot, originCity, originDepot, depot } = trip;
  const isLineHaul = viaDepot && depot !== originDepot;
  const sortedAt = pickup + random.between(65, 130) * MINUTE;
  return [
    // Now and then staff forget to mark an order, and the driver takes it all the same.
    ...(random.chance(0.96) ? [madeReady(trip)] : []),
    ...scannedInto(order, 'CARRIER_PICKED_UP', pickup, originCity),
    ...(isLineHaul
      ? [change('SHIPMENT_CREATED', 'carrier', pickup + 30 * MINUTE, { city: originDepot })]
      : []),
    ...(viaDepot ? scannedInto(order, 'SHIPMENT_PROCESSING', sortedAt, originDepot) : []),
  ];
}

/** Brought to the metro area of the recipient; nothing more when it is the one of the origin. */
function toTheDestination(random: DemoRandom, trip: Trip): Step[] {
  const { order, delivery, originDepot, depot, timeZone } = trip;
  const steps = toTheDepot(random, trip);
  if (depot === originDepot) return steps;
  const unloaded = timeOnDay(delivery, timeZone, 0, '04:20') + random.between(0, 110) * MINUTE;
  return [...steps, ...scannedInto(order, 'RECEIVED_AT_DESTINATION', unloaded, depot)];
}

/** Loaded for a delivery after a timestamp, and on the road to it. */
function onTheRoad(random: DemoRandom, trip: Trip, after: EpochMillis, at: EpochMillis): Step[] {
  const { order, viaDepot, depot, originCity, timeZone } = trip;
  const opening = timeOnDay(at, timeZone, 0, '06:30') + random.between(0, 3300) * 1000;
  const loaded = Math.max(after + 10 * MINUTE, opening, at - random.between(45, 270) * MINUTE);
  const loadedInTime = Math.min(loaded, at - 10 * MINUTE);
  const from = viaDepot ? depot : originCity;
  const isNear = Math.max(loadedInTime + 2 * MINUTE, at - random.between(4, 34) * MINUTE);
  return [
    ...scannedInto(order, 'OUT_FOR_DELIVERY', loadedInTime, from),
    change('DELIVERY_EN_ROUTE', 'carrier', isNear, { city: trip.city }),
  ];
}

function handedOver(random: DemoRandom, { order, city }: Trip, at: EpochMillis): Step[] {
  if (!random.chance(order.signatureRequired ? 0.4 : 0.06)) {
    return scannedInto(order, 'DELIVERED', at, city);
  }
  const checkedAt = at + random.between(6, 170) * MINUTE;
  return [
    ...scannedInto(order, 'DELIVERY_COMPLETED', at, city),
    // The carrier's office looks at the signature before it calls the order delivered.
    change('DELIVERED', 'carrier', checkedAt, { city }),
  ];
}

const lastTimestamp = (steps: readonly Step[]) => steps.at(-1)?.at ?? 0;

/** Brought to the door and handed over. */
export function delivered(random: DemoRandom, trip: Trip): Step[] {
  const before = toTheDestination(random, trip);
  const road = onTheRoad(random, trip, lastTimestamp(before), trip.delivery);
  return [...before, ...road, ...handedOver(random, trip, trip.delivery)];
}

function notHandedOver(random: DemoRandom, { order, city }: Trip, at: EpochMillis): Step[] {
  const note = failureNote(random, order.dtoRecipientAddress);
  return scannedInto(order, 'DELIVERY_FAILED', at, city, note);
}

/** Nobody took it: back to the depot for the night. */
function broughtBack(random: DemoRandom, trip: Trip, at: EpochMillis): Step[] {
  const backAt = at + random.between(50, 120) * MINUTE;
  return [
    ...notHandedOver(random, trip, at),
    ...scannedInto(trip.order, 'RECEIVED_AT_DESTINATION', backAt, trip.depot),
  ];
}

/** Brought to the door in vain, and not again. */
export function deliveryFailed(random: DemoRandom, trip: Trip): Step[] {
  const before = toTheDestination(random, trip);
  const road = onTheRoad(random, trip, lastTimestamp(before), trip.delivery);
  return [...before, ...road, ...notHandedOver(random, trip, trip.delivery)];
}

/** Brought to the door in vain, and again the next day: handed over then, or sent back. */
export function deliveredTwice(random: DemoRandom, trip: Trip, { isReturned }: Ending): Step[] {
  const { delivery, timeZone, order, originCity } = trip;
  const before = toTheDestination(random, trip);
  const first = [
    ...before,
    ...onTheRoad(random, trip, lastTimestamp(before), delivery),
    ...broughtBack(random, trip, delivery),
  ];
  const again = timeOnDay(delivery, timeZone, 1, '10:30') + random.between(0, 480) * MINUTE;
  const road = onTheRoad(random, trip, lastTimestamp(first), again);
  if (!isReturned) return [...first, ...road, ...handedOver(random, trip, again)];
  const returnedAt = again + random.between(40, 90) * HOUR;
  return [
    ...first,
    ...road,
    ...broughtBack(random, trip, again),
    ...scannedInto(order, 'RETURN_TO_SENDER', returnedAt, originCity),
  ];
}

/** Broken on the way, and maybe sent back. */
export function damaged(random: DemoRandom, trip: Trip, { isReturned }: Ending): Step[] {
  const { order, originCity, originDepot } = trip;
  const before = toTheDepot(random, trip);
  const at = lastTimestamp(before) + random.between(15, 90) * MINUTE;
  const failureNotes = damageNote(random, order.dtoRecipientAddress);
  const returnedAt = at + random.between(40, 90) * HOUR;
  return [
    ...before,
    change('FAILED', 'carrier', at, { city: originDepot, failureNotes }),
    ...(isReturned ? scannedInto(order, 'RETURN_TO_SENDER', returnedAt, originCity) : []),
  ];
}

/** Never seen again after the depot; given up some days after it was due. */
export function lost(random: DemoRandom, trip: Trip): Step[] {
  const givenUpAt = trip.delivery + random.between(70, 150) * HOUR;
  return [...toTheDepot(random, trip), change('LOST', 'carrier', givenUpAt)];
}

/** Called off by the merchant before the driver came. */
export function cancelled(random: DemoRandom, trip: Trip): Step[] {
  const { createdAt } = trip.order;
  const latest = Math.min(trip.pickup, createdAt + 6 * HOUR);
  const at = Math.round(createdAt + (latest - createdAt) * (0.05 + 0.9 * random.next()));
  return [...(trip.ready < at ? [madeReady(trip)] : []), change('CANCELLED', 'merchant', at)];
}

/** Marked ready, but not there when the driver came. */
export function notThere(_random: DemoRandom, trip: Trip): Step[] {
  return [madeReady(trip), change('CANCELLED', 'carrier', trip.pickup + 20 * MINUTE)];
}
