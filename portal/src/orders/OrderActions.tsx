import { ActionIcon } from '@mantine/core';
import type { OrderSummary } from '@portage/contract/order-selection';
import type { Order } from '@portage/contract/orders';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../lib/notify.tsx';
import classes from './OrdersPage.module.css';
import { ExportOrders } from './export/ExportOrders.tsx';
import { PrintLabels } from './print/PrintLabels.tsx';

interface OrderActionsProps {
  readonly selected: readonly OrderSummary[];
  /** The loaded orders. */
  readonly listed: readonly Order[];
  /** The merchant's; the device's until it is known. */
  readonly timeZone: string | undefined;
  readonly onLabelOutcome: (failedOrderId: string | undefined) => void;
  readonly isRefreshing: boolean;
  /** Rejects when the list could not be refreshed. */
  readonly onRefresh: () => Promise<void>;
}

/** What can be done with the list and with the selected orders; on narrow screens a bar at the bottom. */
export function OrderActions(props: OrderActionsProps) {
  const { selected, listed, timeZone, onLabelOutcome, isRefreshing, onRefresh } = props;
  const { t } = useTranslation('orders');

  async function refresh(): Promise<void> {
    try {
      await onRefresh();
    } catch (error) {
      notifyError({ title: t('refreshFailed'), cause: error });
    }
  }

  return (
    <div className={classes['actions']}>
      <PrintLabels orders={selected} onOutcome={onLabelOutcome} />
      <ExportOrders orders={selectedOf(listed, selected)} timeZone={timeZone} />
      <ActionIcon
        variant="default"
        size={36}
        loading={isRefreshing}
        onClick={() => void refresh()}
        aria-label={t('refresh')}
        title={t('refresh')}
      >
        <IconRefresh size={18} />
      </ActionIcon>
    </div>
  );
}

function selectedOf(listed: readonly Order[], selected: readonly OrderSummary[]): Order[] {
  const ids = new Set(selected.map(({ id }) => id));
  return listed.filter(({ id }) => ids.has(id));
}
