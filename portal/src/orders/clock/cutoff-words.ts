import type { WorkCounts } from '@portage/contract/merchants/dashboard';
import type { TFunction } from 'i18next';
import type { Format } from '../../lib/format.ts';
import { dayIn } from '../filters/day-range.ts';

/** How near the cutoff is: within the last hour it is soon, within the last quarter of one urgent. */
export type Urgency = 'calm' | 'soon' | 'urgent';

/** Where same-day orders stand at a timestamp. */
type CutoffState =
  | {
      readonly isOpen: true;
      /** Until the cutoff, in whole hours and the minutes that are left, the last one begun counted. */
      readonly hours: number;
      readonly minutes: number;
      readonly urgency: Urgency;
    }
  | {
      readonly isOpen: false;
      /** The next cutoff, milliseconds since 1970; missing while it is not known. */
      readonly next?: number;
    };

const MINUTE = 60_000;
/** From how many minutes before the cutoff on it is soon, and urgent. */
const SOON = 60;
const URGENT = 15;

/**
 * Where same-day orders stand at a timestamp (milliseconds since 1970), given the next cutoff that is
 * known. They are closed for the day once that cutoff is on another day of the time zone, or past.
 */
export function cutoffState(closesAt: number, now: number, timeZone: string): CutoffState {
  if (closesAt <= now) return { isOpen: false };
  if (dayIn(timeZone, closesAt) !== dayIn(timeZone, now)) return { isOpen: false, next: closesAt };
  const left = Math.ceil((closesAt - now) / MINUTE);
  return {
    isOpen: true,
    hours: Math.floor(left / 60),
    minutes: left % 60,
    urgency: urgencyOf(left),
  };
}

function urgencyOf(minutesLeft: number): Urgency {
  if (minutesLeft <= URGENT) return 'urgent';
  return minutesLeft <= SOON ? 'soon' : 'calm';
}

/** How timestamps are written: in the merchant's time zone and, for comparison, in the device's. */
interface Formats {
  readonly merchant: Format;
  readonly device: Format;
}

/** When same-day orders close, in words. The time zone is named where the device has another. */
export function cutoffWords(
  state: CutoffState,
  closesAt: number,
  { merchant, device }: Formats,
  t: TFunction<'orders'>,
): string {
  const isSameTime = merchant.time(closesAt) === device.time(closesAt);
  const time = isSameTime ? merchant.time(closesAt) : merchant.timeInZone(closesAt);
  if (!state.isOpen) {
    if (state.next === undefined) return t('clock.closed');
    return t('clock.closedUntil', { day: merchant.weekday(state.next), time });
  }
  const { hours, minutes } = state;
  if (hours === 0) return t('clock.closesInMinutes', { time, minutes });
  if (minutes === 0) return t('clock.closesInHours', { time, hours });
  return t('clock.closesIn', { time, hours, minutes });
}

/** How many orders are to be prepared, in words: the cutoff is that of the same-day ones alone. */
export function toPrepareWords(
  { toPrepare, toPrepareSameDay }: Pick<WorkCounts, 'toPrepare' | 'toPrepareSameDay'>,
  t: TFunction<'orders'>,
): string {
  if (toPrepare === 0) return t('clock.allReady');
  const others = toPrepare - toPrepareSameDay;
  if (toPrepareSameDay === 0) return t('clock.toPrepare', { count: others });
  const sameDay = t('clock.sameDay', { count: toPrepareSameDay });
  return others === 0 ? sameDay : `${sameDay} · ${t('clock.others', { count: others })}`;
}
