import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import type { OrderSummary } from '@portage/contract/order-selection';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../lib/notify.tsx';
import { pressedOnce } from '../../ui/pressed-once.ts';
import { planBulkRun } from './bulk-run-store.ts';
import { deleteOrders } from './delete-orders.ts';
import { removeCachedOrders } from '../order-cache.ts';
import '@mantine/core/styles/Tooltip.layer.css';

interface DeleteOrdersProps {
  /** The selected orders. */
  readonly orders: readonly OrderSummary[];
  /** Hears the ids of orders that are gone. */
  readonly onDeleted: (ids: readonly string[]) => void;
  /** Whether it is an item of a menu, apart from the others. */
  readonly isItem?: boolean;
}

/** Asks whether to delete the selected orders. */
export function DeleteOrders({ orders, onDeleted, isItem = false }: DeleteOrdersProps) {
  const { t } = useTranslation(['bulk', 'orders', 'errors']);
  const queryClient = useQueryClient();
  const count = orders.length;
  const isEmpty = count === 0;

  function ask(): void {
    if (isEmpty) {
      notifyError({
        title: t('orders:print.errorTitle'),
        message: t('errors:error.noOrderSelected'),
      });
      return;
    }
    const action = deleteOrders((deleted) => {
      const ids = deleted.map(({ id }) => id);
      removeCachedOrders(queryClient, ids);
      onDeleted(ids);
    });
    planBulkRun(action, orders);
  }

  if (isItem) {
    return (
      <>
        <Menu.Divider />
        <Menu.Item
          color="var(--mantine-color-error)"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={ask}
        >
          {t('action.delete.name')}
        </Menu.Item>
      </>
    );
  }
  const label = t(isEmpty ? 'action.delete.nothingSelected' : 'action.delete.button', { count });
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('action.delete.name')}
        aria-disabled={isEmpty}
        data-disabled={isEmpty}
        {...pressedOnce(ask)}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
