import { Button } from '@mantine/core';
import {
  MOST_SELECTED,
  type OrderSummary,
  orderSelectionEndpoints,
} from '@portage/contract/orders/order-selection';
import type { OrderCount } from '@portage/contract/orders/orders';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api.ts';
import { RequestId } from '../../lib/RequestId.tsx';
import type { ListedOrders } from '../../order/order-calls.ts';
import classes from './SelectAllMatching.module.css';

interface SelectAllMatchingProps {
  readonly listed: ListedOrders;
  /** How many orders match, archived ones too; undefined while it is not known. */
  readonly matching: OrderCount | undefined;
  readonly loaded: number;
  /** How many orders are selected: at first all that are loaded. */
  readonly selected: number;
  readonly onSelect: (orders: readonly OrderSummary[]) => void;
}

/**
 * Offers, once every loaded order is selected and more match, to select those as well. At most the
 * newest 10,000 are selected; archived ones never.
 */
export function SelectAllMatching(props: SelectAllMatchingProps) {
  const { listed, matching, loaded, selected, onSelect } = props;
  const { t } = useTranslation('bulk');
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => callApi(orderSelectionEndpoints.select, { query: listed }),
  });
  const select = () => mutate(undefined, { onSuccess: ({ orders }) => onSelect(orders) });

  const isMore = selected > loaded;
  const soFar = t(isMore ? 'match.selected' : 'match.loaded', { count: selected });

  function offer(): string {
    if (!matching) return t('match.selectAll');
    if (matching.hasMore) return t('match.selectNewest', { count: MOST_SELECTED });
    return t('match.select', { count: matching.count });
  }

  function outcome(count: number, hasMore: boolean): string {
    if (hasMore) return t('match.newest', { count });
    const hasArchived = matching && !matching.hasMore && matching.count > count;
    return `${t('match.all', { count })}${hasArchived ? ` ${t('match.archived')}` : ''}`;
  }

  const hasAllMatching = matching !== undefined && selected >= matching.count;
  if (data?.orders.length === selected || hasAllMatching) {
    return (
      <div className={classes['bar']}>
        <output>{outcome(selected, data?.hasMore ?? matching?.hasMore ?? false)}</output>
      </div>
    );
  }
  return (
    <div className={classes['bar']}>
      <output>{isPending ? t('match.selecting') : soFar}</output>
      {error && (
        <span role="alert">
          {t('match.failed')} {error.message}
          <RequestId error={error} />
        </span>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        className={classes['offer'] ?? ''}
        loading={isPending}
        onClick={select}
      >
        {error ? t('match.retry') : offer()}
      </Button>
    </div>
  );
}
