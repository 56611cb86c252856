import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import { Temporal } from 'temporal-polyfill';
import { findServiceArea } from '../rates/service-area.ts';
import { shippedTariff } from '../tariffs/shipped-tariff.ts';
import type { DemoRandom } from './demo-random.ts';

/** Spans of time in milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** When a merchant packs, and when the driver comes to pick up. */
export interface PickupHabits {
  /** True for a merchant whose goods must be fresh: packed and picked up on the day of delivery. */
  readonly onTheDay: boolean;
  /** When the driver may come first, on the clock of the origin. */
  readonly pickupFrom: string;
}

/** When an order is packed, picked up and brought to the door, if nothing goes wrong. */
export interface OrderTimestamps {
  readonly ready: EpochMillis;
  readonly pickup: EpochMillis;
  readonly delivery: EpochMillis;
}

const local = (at: EpochMillis, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);

/** The timestamp at which a clock shows a time, some days after the day of another timestamp. */
export const timeOnDay = (at: EpochMillis, timeZone: string, days: number, time: string) =>
  local(at, timeZone).toPlainDate().add({ days }).toZonedDateTime({ timeZone, plainTime: time })
    .epochMilliseconds;

/** The hour that a clock shows, from 0 to 23. */
export const hourAt = (at: EpochMillis, timeZone: string): number => local(at, timeZone).hour;

/** The time zone of a postal code in the service areas. */
export function timeZoneOf(postalCode: string): string {
  const area = findServiceArea(shippedTariff(), postalCode);
  if (!area) throw new RangeError(`${postalCode} is in no service area`);
  return area.timeZone;
}

/**
 * Packed at some time before the driver comes: an order of the morning on its day, later ones the
 * next morning.
 */
function readyTimestamp(random: DemoRandom, createdAt: EpochMillis, timeZone: string): EpochMillis {
  const days = hourAt(createdAt, timeZone) < 13 ? 0 : 1;
  const opening = timeOnDay(createdAt, timeZone, days, '09:00');
  const lastCall = opening + 4 * HOUR + random.between(15, 24) * MINUTE;
  const earliest = Math.max(opening, createdAt + 4 * MINUTE);
  return Math.round(earliest + (lastCall - earliest) * random.next());
}

/** The driver comes a little earlier or later from day to day, to all orders of a day at once. */
function pickupRound(at: EpochMillis, timeZone: string, days: number, from: string): EpochMillis {
  const opening = timeOnDay(at, timeZone, days, from);
  const day = Math.floor(opening / DAY);
  return opening + ((day * 7) % 40) * MINUTE;
}

/** Some time of the promised window, seldom later; for a booked order, a day some days ahead. */
function deliveryTimestamp(random: DemoRandom, order: Order, pickup: EpochMillis): EpochMillis {
  const timeZone = timeZoneOf(order.recipientAddress.postalCode);
  const daytime = () => random.between(0, 570) * MINUTE;
  const { completeAfter: from, completeBefore: to } = order;
  if (from === undefined || to === undefined) {
    return timeOnDay(pickup, timeZone, random.between(1, 4), '09:30') + daytime();
  }
  const days = Math.floor((to - from) / DAY);
  if (days > 0) return timeOnDay(from, timeZone, random.between(0, days), '09:30') + daytime();
  if (random.chance(0.04)) return to + random.between(4, 50) * MINUTE;
  const middle = (random.next() + random.next()) / 2;
  return Math.round(from + (to - from) * (0.08 + 0.84 * middle));
}

/** The timestamps of an order that is located and rated. */
export function timestampsOf(
  random: DemoRandom,
  order: Order,
  habits: PickupHabits,
): OrderTimestamps {
  const timeZone = timeZoneOf(order.originAddress.postalCode);
  const jitter = random.between(0, 360) * 1000;
  if (habits.onTheDay) {
    const delivery = deliveryTimestamp(random, order, order.createdAt);
    const pickup = pickupRound(delivery, timeZone, 0, habits.pickupFrom) + jitter;
    return { ready: pickup - random.between(25, 70) * MINUTE, pickup, delivery };
  }
  const ready = readyTimestamp(random, order.createdAt, timeZone);
  const today = pickupRound(ready, timeZone, 0, habits.pickupFrom);
  const pickup =
    (ready < today ? today : pickupRound(ready, timeZone, 1, habits.pickupFrom)) + jitter;
  return { ready, pickup, delivery: deliveryTimestamp(random, order, pickup) };
}
