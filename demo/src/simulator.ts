import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { CarrierEvent } from '@portage/contract/orders/carrier';
import { orderStatuses, type CarrierStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { simulationEndpoints } from '@portage/contract/orders/simulation';
import { type EpochMillis, MINUTE } from '@portage/contract/time';
import { ApiError } from '../../server/src/api-error.ts';
import { reportEvents } from '../../server/src/carrier/report-events.ts';
import type { Executor } from '../../server/src/db/database.ts';
import { timestamp } from '../../server/src/db/tables.ts';
import type { Deps } from '../../server/src/deps.ts';
import { addRoute } from '../../server/src/http/endpoint-route.ts';
import { insertJob, type JobPayload } from '../../server/src/jobs/job-queries.ts';
import { forEachMerchant } from '../../server/src/merchants/for-each-merchant.ts';
import { getOrder, findOrderOfJob } from '../../server/src/orders/get-order.ts';
import { uploadPhoto } from '../../server/src/photos/upload-photo.ts';
import { depotOf } from './journey.ts';
import { failureNote } from './notes.ts';
import { seededRandom, type DemoRandom } from './random.ts';

type DemoPhoto = 'at-the-door' | 'nobody-home' | 'signature';

export interface Stop {
  status: CarrierStatus;
  city: string;
  /** Scans every package first. */
  isScanned?: boolean;
  /** Reported after the next stop, as by a device without network. */
  isLate?: boolean;
  notes?: string;
  photo?: DemoPhoto;
  isSigned?: boolean;
}

type Ending = 'delivered' | 'delivered the next time' | 'returned';

/** Percentages. */
const ENDINGS = [
  ['delivered', 88],
  ['delivered the next time', 9],
  ['returned', 3],
] as const satisfies readonly (readonly [Ending, number])[];

type Route = Record<'origin' | 'originDepot' | 'depot' | 'city', string>;

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

const toTheDoor = ({ depot, city }: Route): Stop[] => [
  { status: 'OUT_FOR_DELIVERY', city: depot, isScanned: true },
  { status: 'DELIVERY_EN_ROUTE', city },
];

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

/** Equal for each run. Delivers a watched order. */
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

/** Milliseconds between two stops. */
const PACE = { watched: 10_000, unwatched: 8 * MINUTE };

/** A watched delivery ends within two minutes. */
type SimulatedStop = JobPayload<'simulate-stop'>;

function comeTo(db: Deps['db'], next: SimulatedStop): Promise<void> {
  const pace = next.isWatched ? PACE.watched : PACE.unwatched;
  return insertJob(db, 'simulate-stop', next, {
    delay: next.stop === 0 ? 0 : pace,
    key: `simulate-stop:${next.orderId}`,
  });
}

/** Ids are equal in each run of the job. */
async function eventsOf(
  deps: Pick<Deps, 'db' | 'clock' | 'photos'>,
  order: Order,
  { stop, nth, at }: { stop: Stop; nth: number; at: EpochMillis },
): Promise<CarrierEvent[]> {
  const { trackingNumber, packages } = order;
  const { status, city, isScanned, notes, photo, isSigned } = stop;
  const id = `simulated:${order.id}:${nth}`;
  const upload = async (which: DemoPhoto) => {
    const file = await readFile(path.join(import.meta.dirname, 'photos', `${which}.jpg`));
    return (await uploadPhoto(deps, trackingNumber, file)).id;
  };
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

/** Job: reports a stop and schedules the next. */
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

async function findLongReadyOrder(
  db: Executor,
  merchantId: string,
  readySince: EpochMillis,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('status', '=', 'PICKUP_READY')
    .where('modified_at', '<', timestamp(readySince))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Milliseconds until a ready order is picked up. */
const LEFT_FOR = 30 * MINUTE;

/** Job: starts one slow delivery per merchant. */
export async function simulateDeliveries({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const readySince = clock.now() - LEFT_FOR;
  await forEachMerchant(db, async (merchantId) => {
    const orderId = await findLongReadyOrder(db, merchantId, readySince);
    if (orderId !== undefined) {
      await comeTo(db, { merchantId, orderId, stop: 0, isWatched: false });
    }
  });
}

/** Adds the call that delivers a ready order within two minutes. */
export function simulationRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  addRoute(app, simulationEndpoints.start, async ({ session: { merchantId }, params }) => {
    const { orderStatus } = await getOrder(db, merchantId, params.id);
    if (orderStatus !== 'PICKUP_READY') throw new ApiError('order_not_ready');
    await comeTo(db, { merchantId, orderId: params.id, stop: 0, isWatched: true });
  });
}
