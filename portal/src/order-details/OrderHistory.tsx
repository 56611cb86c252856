import { Skeleton } from '@mantine/core';
import { type HistoryEntry, orderEditEndpoints } from '@portage/contract/order-edits';
import type { Order } from '@portage/contract/orders';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { callKey, callQuery } from '../lib/call-query.ts';
import type { Format } from '../lib/format.ts';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { whenPrinted } from '../order/printing/print-state.ts';
import { HistoryLine } from './HistoryLine.tsx';
import classes from './OrderDetail.module.css';
import '@mantine/core/styles/Skeleton.layer.css';

interface OrderHistoryProps {
  readonly order: Order;
  readonly format: Format;
}

/**
 * Who changed what of the order, and when. Every change of the order asks anew, and so does every
 * print, which may change nothing.
 */
export function OrderHistory({ order: { id, version }, format }: OrderHistoryProps) {
  const { t } = useTranslation('orderDetail');
  const { data, error, refetch } = useQuery({
    ...callQuery(orderEditEndpoints.history, { params: { id } }),
    queryKey: [...callKey(orderEditEndpoints.history, { params: { id } }), version],
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  useEffect(
    () => whenPrinted((orders) => void (orders.some((one) => one.id === id) && refetch())),
    [id, refetch],
  );
  if (error && !data) {
    return (
      <LoadFailed title={t('history.loadFailed')} error={error} onRetry={() => void refetch()} />
    );
  }
  if (!data) {
    return (
      <output className={classes['history']} aria-label={t('history.loading')}>
        {['62%', '48%', '55%'].map((width) => (
          <Skeleton key={width} h={34} w={width} />
        ))}
      </output>
    );
  }
  return (
    <ol className={classes['history']}>
      {data.entries.map((entry, index) => (
        <HistoryLine
          key={keyOf(entry, data.entries.length - index)}
          entry={entry}
          format={format}
        />
      ))}
    </ol>
  );
}

/** Entries may share a timestamp; counted from the oldest, each keeps its number. */
const keyOf = ({ at, action }: HistoryEntry, number: number) => `${number} ${at} ${action}`;
