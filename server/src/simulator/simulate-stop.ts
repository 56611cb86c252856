import type { CarrierEvent } from '@portage/contract/orders/carrier';
import { orderStatuses, type CarrierStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import { reportEvents } from '../carrier/report-events.ts';
import type { Deps } from '../deps.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { findOrderOfJob } from '../orders/get-order.ts';
import { failureNote } from '../demo/demo-notes.ts';
import { seededRandom, type DemoRandom } from '../demo/demo-random.ts';
import { depotOf } from '../demo/demo-steps.ts';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { uploadPhoto } from '../photos/upload-photo.ts';

/** The drawings that stand for photos; each says that it is one of a demo. */
type DemoPhoto = 'at-the-door' | 'nobody-home' | 'signature';

/** Uploads a drawing as a photo of an order, and gives its id. */
async function uploadDemoPhoto(
  deps: Pick<Deps, 'db' | 'clock' | 'photos'>,
  trackingNumber: string,
  photo: DemoPhoto,
): Promise<string> {
  const file = await readFile(path.join(import.meta.dirname, 'photos', `${photo}.jpg`));
  const { id } = await uploadPhoto(deps, trackingNumber, file);
  return id;
}

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

/** How long a simulated driver takes from one stop to the next, in milliseconds. */
const PACE = { watched: 10_000, unwatched: 8 * 60_000 };

/** Where a simulated delivery has come to. */
export interface SimulatedStop {
  merchantId: string;
  orderId: string;
  /** Which stop of its plan, counted from 0. */
  stop: number;
  /** Whether somebody watches, and it is over in a minute or two. */
  isWatched: boolean;
}

/** Tells a job to simulate a stop, once the driver has come there. */
export function comeTo(db: Deps['db'], next: SimulatedStop): Promise<void> {
  const pace = next.isWatched ? PACE.watched : PACE.unwatched;
  return insertJob(db, 'simulate-stop', next, {
    delay: next.stop === 0 ? 0 : pace,
    key: `simulate-stop:${next.orderId}`,
  });
}

/** What the driver reports of a stop; the ids are the same whenever the job runs. */
async function eventsOf(
  deps: Pick<Deps, 'db' | 'clock' | 'photos'>,
  order: Order,
  { stop, nth, at }: { stop: Stop; nth: number; at: EpochMillis },
): Promise<CarrierEvent[]> {
  const { trackingNumber, packages } = order;
  const { status, city, isScanned, notes, photo, isSigned } = stop;
  const id = `simulated:${order.id}:${nth}`;
  const upload = (which: Parameters<typeof uploadDemoPhoto>[2]) =>
    uploadDemoPhoto(deps, trackingNumber, which);
  const scanned = isScanned ? packages : [];
  return [
    ...scanned.map((one, index): CarrierEvent => ({
      id: `${id}:${index}`,
      type: 'SCAN',
      trackingNumber: one.trackingNumber,
      at,
      city,
    })),
    {
      id,
      type: 'STATUS',
      trackingNumber,
      at,
      status,
      city,
      ...(notes !== undefined && { notes }),
      ...(photo && { verificationPhotos: [await upload(photo)] }),
      ...(isSigned && { signaturePhotos: [await upload('signature')] }),
    },
  ];
}

/**
 * In a demo: reports a stop of a simulated delivery as the carrier's systems do, and goes on to the
 * next. It ends where the order was deleted, or is not ready any more.
 */
export async function simulateStop(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'photos'>,
  place: SimulatedStop,
): Promise<void> {
  const order = await findOrderOfJob(deps.db, place.merchantId, place.orderId);
  if (!order || orderStatuses[order.orderStatus].group === 'waiting') return;

  const stops = planDelivery(order, place);
  const nth = place.stop;
  const [before, now] = [stops[nth - 1], stops[nth]];
  if (!now) return;
  const at = deps.clock.now();
  const events: CarrierEvent[] = [];
  if (!now.isLate) events.push(...(await eventsOf(deps, order, { stop: now, nth, at })));
  if (before?.isLate) {
    const earlier = { stop: before, nth: nth - 1, at: at - PACE.watched / 2 };
    events.push(...(await eventsOf(deps, order, earlier)));
  }
  if (events.length > 0) await reportEvents(deps, events, 'en');
  if (nth + 1 < stops.length) await comeTo(deps.db, { ...place, stop: nth + 1 });
}
