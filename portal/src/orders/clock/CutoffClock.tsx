import { Button } from '@mantine/core';
import {
  type OrderSummary,
  orderSelectionEndpoints,
} from '@portage/contract/orders/order-selection';
import { IconAlarm, IconAlertTriangle, IconClock, IconClockOff } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api.ts';
import { notifyError } from '../../lib/notify.tsx';
import { useFormat } from '../../lib/use-format.ts';
import { type ListedOrders, sameDayCutoffQuery } from '../../order/order-calls.ts';
import { workQuery } from '../../order/work-views.ts';
import { cutoffState, type Urgency, cutoffWords, toPrepareWords } from './cutoff-words.ts';
import classes from './CutoffClock.module.css';
import { useMinute } from '../../lib/use-minute.ts';

interface CutoffClockProps {
  /** The merchant's; undefined until it is known. */
  readonly timeZone: string | undefined;
  /** The same-day orders to prepare, in the words of the calls. */
  readonly toPrepare: ListedOrders;
  readonly onSelect: (orders: readonly OrderSummary[]) => void;
}

/**
 * A quiet line about what is pressing: how many same-day orders are to be prepared before the cutoff,
 * with one click that selects them, how many others there are, and when the cutoff is.
 */
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
  /** Whether anything is left to be done before the cutoff. */
  readonly isPressing: boolean;
}

/** When same-day orders close; the nearer it is, the louder, as long as there is something to do. */
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

/** How soon after an answer the next may be asked for, in milliseconds: the device's clock may be fast. */
const SHORTEST_PAUSE = 60_000;

/** When same-day orders next close, milliseconds since 1970; asked for again when they have. */
function useCutoff(): number | undefined {
  const { data } = useQuery({
    ...sameDayCutoffQuery,
    staleTime: ({ state }) => untilCutoff(state.data?.closesAt),
    refetchInterval: ({ state }) => untilCutoff(state.data?.closesAt),
  });
  return data?.closesAt;
}

const untilCutoff = (closesAt = 0) => Math.max(closesAt - Date.now(), SHORTEST_PAUSE);
