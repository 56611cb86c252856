import { Temporal } from 'temporal-polyfill';
import type { z } from 'zod';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Window } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import { type EpochMillis, DAY, HOUR, MINUTE } from '@portage/contract/time';
import { SCHEDULED_WINDOWS } from '../../server/src/rates/list-windows.ts';
import { weekdayOf } from '../../server/src/rates/promise-delivery.ts';
import { findServiceArea } from '../../server/src/rates/service-area.ts';
import { shippedTariff } from '../../server/src/tariffs/shipped-tariff.ts';
import type { DemoRandom } from './random.ts';

export interface PickupHabits {
  /** Packed and picked up on the day of delivery. */
  readonly onTheDay: boolean;
  /** In the time of the origin. */
  readonly pickupFrom: string;
}

export interface OrderTimestamps {
  readonly ready: EpochMillis;
  readonly pickup: EpochMillis;
  readonly delivery: EpochMillis;
}

const local = (at: EpochMillis, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);

export const timeOnDay = (at: EpochMillis, timeZone: string, days: number, time: string) =>
  local(at, timeZone).toPlainDate().add({ days }).toZonedDateTime({ timeZone, plainTime: time })
    .epochMilliseconds;

export const hourAt = (at: EpochMillis, timeZone: string): number => local(at, timeZone).hour;

export function timeZoneOf(postalCode: string): string {
  const area = findServiceArea(shippedTariff(), postalCode);
  if (!area) throw new RangeError(`${postalCode} is in no service area`);
  return area.timeZone;
}

/** Morning orders are packed that day, later ones the next morning. */
function readyTimestamp(random: DemoRandom, createdAt: EpochMillis, timeZone: string): EpochMillis {
  const days = hourAt(createdAt, timeZone) < 13 ? 0 : 1;
  const opening = timeOnDay(createdAt, timeZone, days, '09:00');
  const lastCall = opening + 4 * HOUR + random.between(15, 24) * MINUTE;
  const earliest = Math.max(opening, createdAt + 4 * MINUTE);
  return Math.round(earliest + (lastCall - earliest) * random.next());
}

/** Varies from day to day, equal for all orders of a day. */
function pickupRound(at: EpochMillis, timeZone: string, days: number, from: string): EpochMillis {
  const opening = timeOnDay(at, timeZone, days, from);
  const day = Math.floor(opening / DAY);
  return opening + ((day * 7) % 40) * MINUTE;
}

/** In the promised window, seldom later. */
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

export interface Rhythm {
  readonly weekdays: readonly number[];
  /** Counted from midnight. */
  readonly hours: readonly number[];
}

function daysOf(from: EpochMillis, until: EpochMillis, timeZone: string) {
  const days: { midnight: EpochMillis; weekday: number }[] = [];
  let day = local(from, timeZone).startOfDay();
  while (day.epochMilliseconds <= until) {
    days.push({ midnight: day.epochMilliseconds, weekday: day.dayOfWeek });
    day = day.add({ days: 1 });
  }
  return days;
}

/** In the merchant's rhythm, earliest first. */
export function creationTimestamps(
  random: DemoRandom,
  span: { count: number; from: EpochMillis; until: EpochMillis; timeZone: string },
  rhythm: Rhythm,
): EpochMillis[] {
  const days = daysOf(span.from, span.until, span.timeZone);
  const hours = rhythm.hours.map((weight, hour) => [hour, weight] as const);
  const timestamps: EpochMillis[] = [];
  while (timestamps.length < span.count) {
    const { midnight, weekday } = random.pick(days);
    if (!random.chance(rhythm.weekdays[weekday - 1] ?? 0)) continue;
    const timestamp = midnight + random.weighted(hours) * HOUR + random.between(0, HOUR - 1);
    if (timestamp >= span.from && timestamp <= span.until) timestamps.push(timestamp);
  }
  return timestamps.sort((one, other) => one - other);
}

/** Books a SCHEDULED window. Computed here, 100 times faster than listing all windows; rating checks it. */
export function bookWindow(
  random: DemoRandom,
  { deliveryConstraintsByWeek: { usuals } }: Merchant,
  { at, timeZone, daysAhead }: { at: EpochMillis; timeZone: string; daysAhead: number },
): z.infer<typeof Window> {
  const today = local(at, timeZone).toPlainDate();
  const offers = Array.from({ length: 6 }, (_, day) => day + daysAhead).flatMap((days) => {
    const date = today.add({ days });
    const weekday = weekdayOf(date);
    return usuals.filter((usual) => usual.weekday === weekday).map((usual) => ({ date, usual }));
  });
  // Earlier days are booked more often.
  const { date, usual } = random.weighted(offers.map((offer, index) => [offer, 1 / (index + 1)]));
  const { timeStart, timeEnd } = usual.deliveryWindow;
  const opening = Number.parseInt(timeStart, 10);
  const windows = Math.floor((Number.parseInt(timeEnd, 10) - opening) / SCHEDULED_WINDOWS.hours);
  const hour = opening + random.between(0, windows - 1) * SCHEDULED_WINDOWS.hours;
  const start = date.toZonedDateTime({ timeZone, plainTime: { hour } });
  return {
    start: start.epochMilliseconds,
    end: start.add({ hours: SCHEDULED_WINDOWS.hours }).epochMilliseconds,
  };
}
