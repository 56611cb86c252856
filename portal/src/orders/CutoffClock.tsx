import { Button } from '@mantine/core';
import { IconClockOff } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { WorkCounts } from '@portage/contract/merchants/dashboard';
import { workStatuses } from '@portage/contract/orders/order-status';
import { orderEndpoints } from '@portage/contract/orders/orders';
import { MINUTE } from '@portage/contract/time';
import { useTranslation } from '../i18n/i18n.ts';
import type { Translate } from '../i18n/translate.ts';
import { callApi } from '../lib/api.ts';
import { useMerchant, useMerchantFormat } from '../lib/merchant.ts';
import { notifyError } from '../lib/notify.tsx';
import { useFormat, useMinute } from '../lib/use-format.ts';
import { sameDayCutoffQuery, workQuery } from '../order/order-calls.ts';
import { useLabelSettings } from '../order/printing/print-state.ts';
import { Clock, type Formats, ShipByCount, timeOf } from '../order/ShipBy.tsx';
import { planPrint } from '../order/start-actions.tsx';
import { pressedOnce } from '../ui/pressed-once.ts';
import classes from './CutoffClock.module.css';
import { dayIn } from './filters/day-range.ts';

type CutoffState =
  | {
      readonly isOpen: true;
      /** Whole hours and minutes, rounded up. */
      readonly hours: number;
      readonly minutes: number;
    }
  | {
      readonly isOpen: false;
      /** The next cutoff, milliseconds since 1970; missing while it is not known. */
      readonly next?: number;
    };

/** Closed once the next cutoff is past or on another day of the time zone. */
export function cutoffState(closesAt: number, now: number, timeZone: string): CutoffState {
  if (closesAt <= now) return { isOpen: false };
  if (dayIn(timeZone, closesAt) !== dayIn(timeZone, now)) return { isOpen: false, next: closesAt };
  const left = Math.ceil((closesAt - now) / MINUTE);
  return { isOpen: true, hours: Math.floor(left / 60), minutes: left % 60 };
}

/** Names the time zone where the device has another. */
export function cutoffWords(
  state: CutoffState,
  closesAt: number,
  formats: Formats,
  t: Translate<'orders'>,
): string {
  const time = timeOf(closesAt, formats);
  if (!state.isOpen) {
    if (state.next === undefined) return t('clock.closed');
    return t('clock.closedUntil', { day: formats.merchant.weekday(state.next), time });
  }
  const { hours, minutes } = state;
  if (hours === 0) return t('clock.closesInMinutes', { time, minutes });
  if (minutes === 0) return t('clock.closesInHours', { time, hours });
  return t('clock.closesIn', { time, hours, minutes });
}

/** Without due orders, shows the cutoff. */
export function CutoffClock() {
  const { t } = useTranslation('orders');
  const timeZone = useMerchant().data?.timeZone;
  const { data: work } = useQuery(workQuery);
  if (timeZone === undefined) return <div className={classes['line']} />;
  return (
    <div className={classes['line']}>
      {work && (
        <ShipByCount work={work}>
          <span className={classes['count']}>
            {work.toPrepare === 0
              ? t('clock.allReady')
              : t('clock.toPrepare', { count: work.toPrepare })}
          </span>
          <Cutoff timeZone={timeZone} />
        </ShipByCount>
      )}
      {work && work.late + work.dueNext > 0 && <PrintDue work={work} />}
    </div>
  );
}

function PrintDue({
  work,
}: {
  readonly work: Pick<WorkCounts, 'late' | 'nextShipBy' | 'dueNext'>;
}) {
  const { t } = useTranslation('orders');
  const settings = useLabelSettings();
  const orderStatus = workStatuses.toPrepare.join(',');
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const shipByTo = String(work.nextShipBy ?? Date.now());
      return callApi(orderEndpoints.select, { query: { orderStatus, shipByTo } });
    },
    onSuccess: ({ orders }) => {
      if (orders.length > 0) planPrint({ ...settings, orders, thenReady: true });
    },
    onError: (cause) => notifyError({ title: t('clock.selectFailed'), cause }),
  });
  return (
    <Button size="compact-sm" variant="light" loading={isPending} {...pressedOnce(() => mutate())}>
      {t('clock.print', { count: work.late + work.dueNext })}
    </Button>
  );
}

function Cutoff({ timeZone }: { readonly timeZone: string }) {
  const { t } = useTranslation('orders');
  const formats = { merchant: useMerchantFormat(), device: useFormat() };
  const now = useMinute();
  const closesAt = useCutoff();
  if (closesAt === undefined) return null;
  const state = cutoffState(closesAt, now, timeZone);
  const words = cutoffWords(state, closesAt, formats, t);
  return <Clock words={words} urgency="calm" {...(!state.isOpen && { icon: IconClockOff })} />;
}

/** Least pause between two requests, in milliseconds: the device's clock may be fast. */
const SHORTEST_PAUSE = MINUTE;

/** The next cutoff, in milliseconds since 1970; read again once it is past. */
function useCutoff(): number | undefined {
  const { data } = useQuery({
    ...sameDayCutoffQuery,
    staleTime: ({ state }) => untilCutoff(state.data?.closesAt),
    refetchInterval: ({ state }) => untilCutoff(state.data?.closesAt),
  });
  return data?.closesAt;
}

const untilCutoff = (closesAt = 0) => Math.max(closesAt - Date.now(), SHORTEST_PAUSE);
