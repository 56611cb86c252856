import { Button } from '@mantine/core';
import { IconClockOff } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { workStatuses } from '@portage/contract/orders/order-status';
import { orderEndpoints } from '@portage/contract/orders/orders';
import { MINUTE } from '@portage/contract/time';
import { useTranslation } from '../i18n/i18n.ts';
import type { Translate } from '../i18n/translate.ts';
import { callApi } from '../lib/api.ts';
import { serverTime, useMinute } from '../lib/clock.ts';
import { useFormat } from '../lib/format.ts';
import { useMerchant, useMerchantFormat } from '../lib/merchant.ts';
import { notifyError } from '../lib/notify.tsx';
import { sameDayCutoffQuery, workQuery } from '../order/order-calls.ts';
import { useLabelSettings } from '../order/printing/print-state.ts';
import {
  Clock,
  type ClockProps,
  type DueWork,
  type Formats,
  minutesUntil,
  ShipByCount,
  timeLeft,
  timeOf,
} from '../order/ShipBy.tsx';
import { planPrint } from '../order/start-actions.tsx';
import { pressedOnce } from '../ui/pressed-once.ts';
import classes from './CutoffClock.module.css';

/** Longest time left in minutes alone. */
const MOST_MINUTES = 59;

/** Closed once the next cutoff is past or on another day of the merchant. */
export function tellCutoff(
  closesAt: number,
  now: number,
  formats: Formats,
  t: Translate<'orders'>,
): ClockProps {
  const time = timeOf(closesAt, formats);
  const closed = { urgency: 'calm', icon: IconClockOff } as const;
  if (closesAt <= now) return { ...closed, words: t('clock.closed') };
  const { date, weekday } = formats.merchant;
  if (date(closesAt) !== date(now)) {
    return { ...closed, words: t('clock.closedUntil', { day: weekday(closesAt), time }) };
  }
  const left = timeLeft(minutesUntil(closesAt, now), t, MOST_MINUTES);
  return { words: `${t('clock.closes', { time })}${left}`, urgency: 'calm' };
}

/** Shows the cutoff alone where no orders are due. */
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
          <Cutoff />
        </ShipByCount>
      )}
      {work && work.late + work.dueNext > 0 && <PrintDue work={work} />}
    </div>
  );
}

function PrintDue({ work }: { readonly work: DueWork }) {
  const { t } = useTranslation('orders');
  const settings = useLabelSettings();
  const orderStatus = workStatuses.toPrepare.join(',');
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const shipByTo = String(work.nextShipBy ?? serverTime());
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

function Cutoff() {
  const { t } = useTranslation(['orders', 'common']);
  const formats = { merchant: useMerchantFormat(), device: useFormat() };
  const now = useMinute();
  const closesAt = useCutoff();
  return closesAt === undefined ? null : <Clock {...tellCutoff(closesAt, now, formats, t)} />;
}

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

const untilCutoff = (closesAt = 0) => Math.max(closesAt - serverTime(), SHORTEST_PAUSE);
