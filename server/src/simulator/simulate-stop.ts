import type { CarrierEvent } from '@portage/contract/carrier';
import { orderStatuses } from '@portage/contract/order-status';
import type { Order } from '@portage/contract/orders';
import type { EpochMillis } from '@portage/contract/time';
import { reportEvents } from '../carrier/report-events.ts';
import type { Deps } from '../deps.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { findOrderOfJob } from '../orders/get-order.ts';
import { uploadDemoPhoto } from './demo-photo.ts';
import { planDelivery, type Stop } from './plan-delivery.ts';

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
