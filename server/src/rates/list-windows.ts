import { Temporal } from 'temporal-polyfill';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { RateWindow } from '@portage/contract/rates/rates';
import type { EpochMillis } from '@portage/contract/time';
import { weekdayOf } from './promise-delivery.ts';
import { findRoute } from './service-area.ts';
import type { Tariff } from './tariff.ts';

/** Hours long and days ahead (product decision). */
export const SCHEDULED_WINDOWS = { hours: 3, days: 14 } as const;

export interface WindowRequest {
  readonly tariff: Tariff;
  readonly origin: string;
  readonly destination: string;
  readonly merchant: Pick<Merchant, 'deliveryConstraintsByWeek'>;
  readonly at: EpochMillis;
}

type Usual = Merchant['deliveryConstraintsByWeek']['usuals'][number];

/** Earliest first, on the origin's clock, before the day's cutoff. Empty without SCHEDULED. */
function* windowsOf(request: WindowRequest): Generator<RateWindow> {
  const now = timeAtOrigin(request);
  if (!now) return;
  for (let ahead = 0; ahead < SCHEDULED_WINDOWS.days; ahead += 1) {
    yield* windowsOfDay(request, now, ahead);
  }
}

export const listWindows = (request: WindowRequest): RateWindow[] => [...windowsOf(request)];

/** Stops at the first day with a window. */
export const isAnyWindowOffered = (request: WindowRequest): boolean =>
  windowsOf(request).some(() => true);

/** Looks at the window's day only. */
export function isWindowOffered(
  request: WindowRequest,
  { start, end }: Pick<RateWindow, 'start' | 'end'>,
): boolean {
  const now = timeAtOrigin(request);
  if (!now) return false;
  const day = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(now.timeZoneId);
  const ahead = now.toPlainDate().until(day.toPlainDate()).days;
  if (ahead < 0 || ahead >= SCHEDULED_WINDOWS.days) return false;
  return windowsOfDay(request, now, ahead).some((one) => one.start === start && one.end === end);
}

/** Undefined where SCHEDULED is not offered. */
function timeAtOrigin({ tariff, origin, destination, at }: WindowRequest) {
  const route = findRoute(tariff, origin, destination);
  if (!route || tariff.basePrice('SCHEDULED', route.reach) === undefined) return undefined;
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(route.origin.timeZone);
}

/** Earliest first. */
function windowsOfDay(
  { merchant, at }: WindowRequest,
  now: Temporal.ZonedDateTime,
  ahead: number,
): RateWindow[] {
  const { usuals, exceptions } = merchant.deliveryConstraintsByWeek;
  const date = now.toPlainDate().add({ days: ahead });
  const exception = exceptions.find((one) => one.date === date.toString());
  if (exception && exception.cutoffTime === undefined) return [];

  const windows = new Map<EpochMillis, RateWindow>();
  for (const usual of usuals) {
    if (usual.weekday !== weekdayOf(date)) continue;
    const cutoff = exception?.cutoffTime ?? usual.cutoffTime;
    if (ahead === 0 && Temporal.PlainTime.compare(now.toPlainTime(), cutoff) >= 0) continue;
    for (const window of cutWindows(date, usual, now.timeZoneId)) {
      if (window.start > at) windows.set(window.start, window);
    }
  }
  return [...windows.values()].sort((one, other) => one.start - other.start);
}

/** Drops the rest, and windows during which the clock changes. */
function cutWindows(date: Temporal.PlainDate, usual: Usual, timeZone: string): RateWindow[] {
  const { timeStart, timeEnd } = usual.deliveryWindow;
  const length = Temporal.Duration.from({ hours: SCHEDULED_WINDOWS.hours });
  const opening = date.toPlainDateTime(timeStart);
  const closing = date.toPlainDateTime(timeEnd);

  const windows: RateWindow[] = [];
  let from = opening;
  let to = from.add(length);
  while (Temporal.PlainDateTime.compare(to, closing) <= 0) {
    const start = from.toZonedDateTime(timeZone).epochMilliseconds;
    const end = to.toZonedDateTime(timeZone).epochMilliseconds;
    if (end - start === length.total('milliseconds')) {
      windows.push({
        date: date.toString(),
        weekday: usual.weekday,
        deliveryWindow: { timeStart: timeOfDay(from), timeEnd: timeOfDay(to) },
        start,
        end,
      });
    }
    from = to;
    to = from.add(length);
  }
  return windows;
}

function timeOfDay(timestamp: Temporal.PlainDateTime): string {
  return timestamp.toPlainTime().toString({ smallestUnit: 'minute' });
}
