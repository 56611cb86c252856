import type { Actor, OrderStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { type EpochMillis, DAY, HOUR, MINUTE } from '@portage/contract/time';
import type { StatusChange, Scan } from '../../server/src/orders/advance-order.ts';
import { type Metro, metroOf } from './addresses.ts';
import {
  timestampsOf,
  timeOnDay,
  type PickupHabits,
  timeZoneOf,
  type OrderTimestamps,
} from './calendar.ts';
import { damageNote, failureNote } from './notes.ts';
import type { DemoRandom } from './random.ts';

export type Step = ({ kind: 'status' } & StatusChange) | ({ kind: 'scan' } & Scan);

type Circumstances = Pick<StatusChange, 'city' | 'failureNotes'>;

const SCAN_TAKES = 3_000;

const DEPOTS: Readonly<Record<Metro, string>> = {
  TOR: 'Mississauga',
  OTT: 'Ottawa',
  MTL: 'Montréal',
  QUE: 'Québec',
  VAN: 'Burnaby',
  CGY: 'Calgary',
  EDM: 'Edmonton',
  WPG: 'Winnipeg',
  HFX: 'Dartmouth',
  WDS: 'Windsor',
  BUF: 'Buffalo',
  DET: 'Detroit',
  SEA: 'Seattle',
};

export function depotOf(postalCode: string): string {
  const metro = metroOf(postalCode);
  if (!metro) throw new RangeError(`${postalCode} is in no service area`);
  return DEPOTS[metro];
}

const change = (
  to: OrderStatus,
  actor: Actor,
  at: EpochMillis,
  circumstances: Circumstances = {},
): Step => ({ kind: 'status', to, actor, at, ...circumstances });

/** Scans each package first. */
function scannedInto(
  order: Order,
  to: OrderStatus,
  at: EpochMillis,
  city: string,
  failureNotes?: string,
): Step[] {
  const scans = order.packages.map(({ trackingNumber }, index): Step => {
    return { kind: 'scan', trackingNumber, at: at + index * SCAN_TAKES, city };
  });
  const circumstances = failureNotes === undefined ? { city } : { city, failureNotes };
  return [...scans, change(to, 'carrier', at + order.packages.length * SCAN_TAKES, circumstances)];
}

interface Trip extends OrderTimestamps {
  readonly order: Order;
  readonly viaDepot: boolean;
  readonly originCity: string;
  readonly originDepot: string;
  readonly depot: string;
  readonly city: string;
  readonly timeZone: string;
}

interface Ending {
  readonly isReturned: boolean;
}

function tripOf(order: Order, timestamps: OrderTimestamps, habits: PickupHabits): Trip {
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

const madeReady = ({ ready }: Trip): Step => change('PICKUP_READY', 'merchant', ready);

function toTheDepot(random: DemoRandom, trip: Trip): Step[] {
  const { order, pickup, viaDepot, originCity, originDepot, depot } = trip;
  const isLineHaul = viaDepot && depot !== originDepot;
  const sortedAt = pickup + random.between(65, 130) * MINUTE;
  return [
    // Sometimes staff forget to mark an order and the driver takes it.
    ...(random.chance(0.96) ? [madeReady(trip)] : []),
    ...scannedInto(order, 'CARRIER_PICKED_UP', pickup, originCity),
    ...(isLineHaul
      ? [change('SHIPMENT_CREATED', 'carrier', pickup + 30 * MINUTE, { city: originDepot })]
      : []),
    ...(viaDepot ? scannedInto(order, 'SHIPMENT_PROCESSING', sortedAt, originDepot) : []),
  ];
}

/** Empty when the origin is in the same metro area. */
function toTheDestination(random: DemoRandom, trip: Trip): Step[] {
  const { order, delivery, originDepot, depot, timeZone } = trip;
  const steps = toTheDepot(random, trip);
  if (depot === originDepot) return steps;
  const unloaded = timeOnDay(delivery, timeZone, 0, '04:20') + random.between(0, 110) * MINUTE;
  return [...steps, ...scannedInto(order, 'RECEIVED_AT_DESTINATION', unloaded, depot)];
}

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

function delivered(random: DemoRandom, trip: Trip): Step[] {
  const before = toTheDestination(random, trip);
  const road = onTheRoad(random, trip, lastTimestamp(before), trip.delivery);
  return [...before, ...road, ...handedOver(random, trip, trip.delivery)];
}

function notHandedOver(random: DemoRandom, { order, city }: Trip, at: EpochMillis): Step[] {
  const note = failureNote(random, order.dtoRecipientAddress);
  return scannedInto(order, 'DELIVERY_FAILED', at, city, note);
}

/** Back at the depot for the night. */
function broughtBack(random: DemoRandom, trip: Trip, at: EpochMillis): Step[] {
  const backAt = at + random.between(50, 120) * MINUTE;
  return [
    ...notHandedOver(random, trip, at),
    ...scannedInto(trip.order, 'RECEIVED_AT_DESTINATION', backAt, trip.depot),
  ];
}

function deliveryFailed(random: DemoRandom, trip: Trip): Step[] {
  const before = toTheDestination(random, trip);
  const road = onTheRoad(random, trip, lastTimestamp(before), trip.delivery);
  return [...before, ...road, ...notHandedOver(random, trip, trip.delivery)];
}

/** Delivered or returned the next day. */
function deliveredTwice(random: DemoRandom, trip: Trip, { isReturned }: Ending): Step[] {
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

function damaged(random: DemoRandom, trip: Trip, { isReturned }: Ending): Step[] {
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

/** Given up some days after it was due. */
function lost(random: DemoRandom, trip: Trip): Step[] {
  const givenUpAt = trip.delivery + random.between(70, 150) * HOUR;
  return [...toTheDepot(random, trip), change('LOST', 'carrier', givenUpAt)];
}

function cancelled(random: DemoRandom, trip: Trip): Step[] {
  const { createdAt } = trip.order;
  const latest = Math.min(trip.pickup, createdAt + 6 * HOUR);
  const at = Math.round(createdAt + (latest - createdAt) * (0.05 + 0.9 * random.next()));
  return [...(trip.ready < at ? [madeReady(trip)] : []), change('CANCELLED', 'merchant', at)];
}

/** Marked ready, but missing at pickup. */
function notThere(_random: DemoRandom, trip: Trip): Step[] {
  return [madeReady(trip), change('CANCELLED', 'carrier', trip.pickup + 20 * MINUTE)];
}

export type Fates = readonly (readonly [(random: DemoRandom, trip: Trip) => Step[], number])[];

export const FATES_OF_GOODS: Fates = [
  [delivered, 928],
  [(random, trip) => deliveredTwice(random, trip, { isReturned: false }), 38],
  [(random, trip) => deliveredTwice(random, trip, { isReturned: true }), 7],
  [cancelled, 18],
  [notThere, 2],
  [(random, trip) => damaged(random, trip, { isReturned: false }), 3],
  [(random, trip) => damaged(random, trip, { isReturned: true }), 2],
  [lost, 2],
];

export const FATES_OF_FOOD: Fates = [
  [delivered, 958],
  [deliveryFailed, 12],
  [cancelled, 25],
  [(random, trip) => damaged(random, trip, { isReturned: false }), 5],
];

const ARCHIVED_AFTER_DAYS = 180;
/** The nightly job runs at 03:10 in Toronto, on its winter clock. */
const NIGHTLY_AT = 8 * HOUR + 10 * MINUTE;

/** In chronological order, even steps in the future. */
export function planJourney(
  random: DemoRandom,
  order: Order,
  { habits, fates }: { habits: PickupHabits; fates: Fates },
): Step[] {
  const isPlaced = order.orderStatus === 'GEOCODED';
  const steps = isPlaced
    ? random.weighted(fates)(random, tripOf(order, timestampsOf(random, order, habits), habits))
    : notPlaced(random, order);
  const last = steps.at(-1);
  if (!last) return [];
  const archivedOn = Math.ceil(last.at / DAY) + ARCHIVED_AFTER_DAYS;
  const archivedAt = archivedOn * DAY + NIGHTLY_AT;
  return [...steps, change('ARCHIVED', 'system', archivedAt)];
}

function notPlaced(random: DemoRandom, { createdAt }: Order): Step[] {
  if (random.chance(0.45)) return [];
  const morning = timeOnDay(createdAt, 'America/Toronto', random.between(1, 4), '08:45');
  return [change('CANCELLED', 'merchant', morning + random.between(0, 400) * MINUTE)];
}
