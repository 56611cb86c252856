import type { WorkCounts } from '@portage/contract/merchants/dashboard';
import type { TFunction } from 'i18next';
import type { Format } from '../../lib/format.ts';
import type { CutoffState } from './cutoff-state.ts';

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
