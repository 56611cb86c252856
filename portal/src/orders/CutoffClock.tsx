import { Button } from '@mantine/core';
import {
  type OrderSummary,
  orderSelectionEndpoints,
} from '@portage/contract/orders/order-selection';
import { IconAlarm, IconAlertTriangle, IconClock, IconClockOff } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../lib/api.ts';
import { notifyError } from '../lib/notify.tsx';
import { useFormat } from '../lib/use-format.ts';
import { type ListedOrders, sameDayCutoffQuery, workQuery } from '../order/order-calls.ts';
import classes from './CutoffClock.module.css';
import { useMinute } from '../lib/use-minute.ts';
import type { WorkCounts } from '@portage/contract/merchants/dashboard';
import type { TFunction } from 'i18next';
import type { Format } from '../lib/format.ts';
import { dayIn } from './filters/day-range.ts';

/** Last hour, last quarter. */
type Urgency = 'calm' | 'soon' | 'urgent';

type CutoffState =
  | {
      readonly isOpen: true;
      /** Whole hours and minutes, rounded up. */
      readonly hours: number;
      readonly minutes: number;
      readonly urgency: Urgency;
    }
  | {
      readonly isOpen: false;
      /** Milliseconds since 1970; missing while unknown. */
      readonly next?: number;
    };

const MINUTE = 60_000;
/** Minutes before the cutoff. */
const SOON = 60;
const URGENT = 15;

/** Closed once the cutoff is past or on another day of the time zone. */
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

interface Formats {
  readonly merchant: Format;
  readonly device: Format;
}

/** Names the time zone where the device's differs. */
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

interface CutoffClockProps {
  /** Undefined until known. */
  readonly timeZone: string | undefined;
  readonly toPrepare: ListedOrders;
  readonly onSelect: (orders: readonly OrderSummary[]) => void;
}

/** A click selects the same-day orders. */
export function CutoffClock({ timeZone, toPrepare, onSelect }: CutoffClockProps) {
  const { t } = useTranslation('orders');
  const { data: work } = useQuery(workQuery);
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi(orderSelectionEndpoints.select, { query: toPrepare }),
    onSuccess: ({ orders }) => onSelect(orders),
    onError: (cause) => notifyError({ title: t('clock.selectFailed'), cause }),
  });
  const sameDay = work?.toPrepareSameDay ?? 0;
  return (
    <div className={classes['line']}>
      {work && (
        <>
          <span className={classes['count']} data-same-day={sameDay > 0}>
            {toPrepareWords(work, t)}
          </span>
          {sameDay > 0 && (
            <Button size="compact-sm" variant="subtle" loading={isPending} onClick={() => mutate()}>
              {t('clock.select', { count: sameDay })}
            </Button>
          )}
        </>
      )}
      {timeZone !== undefined && <Cutoff timeZone={timeZone} isPressing={sameDay > 0} />}
    </div>
  );
}

const ICONS = { calm: IconClock, soon: IconAlarm, urgent: IconAlertTriangle } as const;

interface CutoffProps {
  readonly timeZone: string;
  readonly isPressing: boolean;
}

/** More prominent the nearer it is. */
function Cutoff({ timeZone, isPressing }: CutoffProps) {
  const { t } = useTranslation('orders');
  const formats = { merchant: useFormat(timeZone), device: useFormat() };
  const now = useMinute();
  const closesAt = useCutoff();
  if (closesAt === undefined) return null;
  const state = cutoffState(closesAt, now, timeZone);
  const urgency: Urgency = state.isOpen && isPressing ? state.urgency : 'calm';
  const words = cutoffWords(state, closesAt, formats, t);
  const Icon = state.isOpen ? ICONS[urgency] : IconClockOff;
  return (
    <span className={classes['cutoff']} data-urgency={urgency}>
      <Icon size={16} aria-hidden />
      <span className={classes['words']} title={words}>
        {words}
      </span>
    </span>
  );
}

/** Milliseconds: the device's clock may be fast. */
const SHORTEST_PAUSE = 60_000;

/** Milliseconds since 1970; read again once it is past. */
function useCutoff(): number | undefined {
  const { data } = useQuery({
    ...sameDayCutoffQuery,
    staleTime: ({ state }) => untilCutoff(state.data?.closesAt),
    refetchInterval: ({ state }) => untilCutoff(state.data?.closesAt),
  });
  return data?.closesAt;
}

const untilCutoff = (closesAt = 0) => Math.max(closesAt - Date.now(), SHORTEST_PAUSE);
