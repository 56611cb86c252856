import { Button } from '@mantine/core';
import { type OrderSummary, orderSelectionEndpoints } from '@portage/contract/order-selection';
import { IconAlarm, IconAlertTriangle, IconClock, IconClockOff } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api.ts';
import { notifyError } from '../../lib/notify.tsx';
import { useFormat } from '../../lib/use-format.ts';
import { type ListedOrders, orderCountQuery } from '../../order/order-calls.ts';
import { cutoffState, type Urgency } from './cutoff-state.ts';
import { cutoffWords, notReadyWords } from './cutoff-words.ts';
import classes from './CutoffClock.module.css';
import { useCutoff } from './use-cutoff.ts';
import { useMinute } from '../../lib/use-minute.ts';

interface CutoffClockProps {
  /** The merchant's; undefined until it is known. */
  readonly timeZone: string | undefined;
  /** The orders that are not ready, in the words of the calls. */
  readonly notReady: ListedOrders;
  readonly onSelect: (orders: readonly OrderSummary[]) => void;
}

/**
 * A quiet line about what is pressing: how many orders are not ready, when same-day orders close, and
 * one click that selects those orders.
 */
export function CutoffClock({ timeZone, notReady, onSelect }: CutoffClockProps) {
  const { t } = useTranslation('orders');
  const { data: count } = useQuery(orderCountQuery(notReady));
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi(orderSelectionEndpoints.select, { query: notReady }),
    onSuccess: ({ orders }) => onSelect(orders),
    onError: (cause) => notifyError({ title: t('clock.selectFailed'), cause }),
  });
  return (
    <div className={classes['line']}>
      {count && (
        <>
          <span>{notReadyWords(count, t)}</span>
          {count.count > 0 && (
            <Button size="compact-sm" variant="subtle" loading={isPending} onClick={() => mutate()}>
              {t('clock.select', { count: count.count })}
            </Button>
          )}
        </>
      )}
      {timeZone !== undefined && (
        <Cutoff timeZone={timeZone} isPressing={count !== undefined && count.count > 0} />
      )}
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
  const Icon = state.isOpen ? ICONS[urgency] : IconClockOff;
  return (
    <span className={classes['cutoff']} data-urgency={urgency}>
      <Icon size={16} aria-hidden />
      {cutoffWords(state, closesAt, formats, t)}
    </span>
  );
}
