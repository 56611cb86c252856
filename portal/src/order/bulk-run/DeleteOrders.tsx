import type { Menu as MantineMenu } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { orderReadinessEndpoints } from '@portage/contract/orders/order-readiness';
import { orderCan } from '@portage/contract/orders/order-status';
import { type OrderSummary, orderEndpoints } from '@portage/contract/orders/orders';
import { useTranslation } from '../../i18n/i18n.ts';
import { callApi } from '../../lib/api.ts';
import { Hint } from '../../ui/Hint.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { pressedOnce, softDisabled } from '../../ui/pressed-once.ts';
import { listOrdersAgain, removeCachedOrders } from '../order-calls.ts';
import { planBulkRun } from '../start-actions.tsx';
import {
  type BulkAction,
  inBatches,
  splitByPermission,
  reasonText,
  tellNotDone,
} from './bulk-action.ts';

interface DeleteOrdersProps {
  readonly orders: readonly OrderSummary[];
  readonly onDeleted: (ids: readonly string[]) => void;
  /** The menu of which it is an item, apart from the others. */
  readonly itemOf?: typeof MantineMenu;
}

/** Asks first; disabled where no order can be deleted. */
export function DeleteOrders({ orders, onDeleted, itemOf: Menu }: DeleteOrdersProps) {
  const { t, locale } = useTranslation('bulk');
  const count = orders.length;
  const isEmpty = count === 0;
  const { allowed, skipped } = splitByPermission(orders, orderCan.delete);

  function ask(): void {
    if (isEmpty) return tellNotDone();
    const action = deleteOrders((deleted) => {
      const ids = deleted.map(({ id }) => id);
      removeCachedOrders(ids);
      onDeleted(ids);
    });
    planBulkRun(action, orders);
  }

  if (Menu) {
    return (
      <>
        <Menu.Divider />
        <Menu.Item
          color="var(--mantine-color-error)"
          leftSection={<IconTrash size={18} aria-hidden />}
          aria-disabled={allowed.length === 0}
          mod={{ disabled: allowed.length === 0 }}
          onClick={ask}
        >
          {t('action.delete.name')}
        </Menu.Item>
      </>
    );
  }
  const [first] = skipped;
  const whyNot = allowed.length === 0 && first ? reasonText(first, locale) : undefined;
  const label =
    whyNot ?? t(isEmpty ? 'action.delete.nothingSelected' : 'action.delete.button', { count });
  return (
    <Hint label={label}>
      <IconButton
        Icon={IconTrash}
        label={t('action.delete.name')}
        title={undefined}
        {...softDisabled(allowed.length === 0)}
        {...pressedOnce(ask)}
      />
    </Hint>
  );
}

/** Skips orders that the carrier has (spec 1 §4). */
const deleteOrders = (onDone: BulkAction['onDone']): BulkAction => ({
  name: 'delete',
  question: 'delete',
  permission: orderCan.delete,
  ...inBatches({
    one: (id) => callApi(orderEndpoints.delete, { params: { id } }),
    many: (ids) => callApi(orderReadinessEndpoints.deleteMany, { body: { ids } }),
  }),
  wasDone: ({ code }) => code === 'order_not_found',
  onDone,
  undo: restoreOrders,
});

/** An existing order counts as restored. */
const restoreOrders = (): BulkAction => ({
  name: 'restore',
  permission: () => ({ allowed: true }),
  ...inBatches({
    many: (ids) => callApi(orderReadinessEndpoints.restoreMany, { body: { ids } }),
  }),
  wasDone: () => false,
  onDone: listOrdersAgain,
});
