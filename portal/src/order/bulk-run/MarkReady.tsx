import { Button, type Menu as MantineMenu } from '@mantine/core';
import type { OrderSummary } from '@portage/contract/orders/order-selection';
import { IconChevronDown, IconTruckLoading } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../lib/notify.tsx';
import { Hint } from '../../ui/Hint.tsx';
import { MenuButton } from '../../ui/MenuButton.tsx';
import classes from './MarkReady.module.css';
import { planBulkRun } from '../start-actions.ts';
import { orderCan } from '@portage/contract/orders/order-permissions';
import { pressedOnce } from '../../ui/pressed-once.ts';
import { splitByPermission, type BulkAction, BATCH_SIZE, doToOrders } from './bulk-action.ts';
import { orderReadinessEndpoints } from '@portage/contract/orders/order-readiness';
import { callApi } from '../../lib/api.ts';

/** A bulk action that marks orders ready or not ready. */
interface ReadyAction extends BulkAction {
  readonly name: 'ready' | 'notReady';
}

type Marked = BulkAction['onDone'];

const markedListeners = new Set<Marked>();

/** Calls back with the orders that were marked ready or not ready; answers with how to stop it. */
export function whenMarked(listener: Marked): () => void {
  markedListeners.add(listener);
  return () => markedListeners.delete(listener);
}

/** Tells those who listen which orders are ready, or not ready, now. */
export const tellMarked: Marked = (orders) => {
  for (const listener of markedListeners) listener(orders);
};

/** Marks orders ready for pickup; those that are not GEOCODED are skipped (spec 1 §4). */
export const markReady = (onDone: Marked = tellMarked): ReadyAction => ({
  name: 'ready',
  permission: orderCan.markReady,
  run: doToOrders({
    one: (id) => callApi(orderReadinessEndpoints.markReady, { params: { id } }),
    many: (ids) => callApi(orderReadinessEndpoints.markManyReady, { body: { ids } }),
  }),
  batchSize: BATCH_SIZE,
  concurrency: 2,
  wasDone: ({ status }) => status === 'PICKUP_READY',
  onDone,
});

/**
 * Marks orders not ready. Of several, scanned ones and those not ready are skipped; a single one
 * is always sent (spec 1 §4).
 */
export const markNotReady = (
  orders: readonly OrderSummary[],
  onDone: Marked = tellMarked,
): ReadyAction => ({
  name: 'notReady',
  permission: notReadyPermission(orders),
  run: doToOrders({
    one: (id) => callApi(orderReadinessEndpoints.markNotReady, { params: { id } }),
    many: (ids) => callApi(orderReadinessEndpoints.markManyNotReady, { body: { ids } }),
  }),
  batchSize: BATCH_SIZE,
  concurrency: 2,
  wasDone: ({ status }) => status === 'GEOCODED',
  onDone,
});

function notReadyPermission(selected: readonly OrderSummary[]): BulkAction['permission'] {
  return selected.length === 1 ? () => ({ allowed: true }) : orderCan.markNotReady;
}

interface MarkReadyItemProps {
  readonly menu: typeof MantineMenu;
  readonly action: ReadyAction;
  readonly orders: readonly OrderSummary[];
  readonly onChoose: () => void;
}

/** One of the two ways to mark orders, with how many of the selected ones it is for. */
function MarkReadyItem({ menu: Menu, action, orders, onChoose }: MarkReadyItemProps) {
  const { t } = useTranslation('bulk');
  const { name, permission } = action;
  const { allowed, skipped } = splitByPermission(orders, permission);
  const concerned = [
    t(`action.${name}.applies`, { count: allowed.length }),
    skipped.length > 0 && t(`action.${name}.skipped`, { count: skipped.length }),
  ];
  const isOffered = allowed.length > 0;
  return (
    <Menu.Item
      aria-disabled={!isOffered}
      mod={{ disabled: !isOffered }}
      closeMenuOnClick={isOffered}
      {...(isOffered && pressedOnce(onChoose))}
    >
      {t(`action.${name}.name`, { count: orders.length })}
      <span className={classes['help']}>
        {isOffered ? concerned.filter(Boolean).join(' · ') : t(`action.${name}.appliesNone`)}
      </span>
    </Menu.Item>
  );
}

interface MarkReadyProps {
  /** The selected orders. */
  readonly orders: readonly OrderSummary[];
  /** Narrow screens have room for few words. */
  readonly isNarrow: boolean;
}

/**
 * Marks the selected orders ready or not ready (spec 1 §2). It counts the affected orders instead
 * of asking afterwards.
 */
export function MarkReady({ orders, isNarrow }: MarkReadyProps) {
  const { t } = useTranslation(['bulk', 'orders', 'errors']);
  const button = useRef<HTMLButtonElement>(null);
  const count = orders.length;
  const isEmpty = count === 0;
  const name = t('readiness.name', { count });
  const actions = [markReady(), markNotReady(orders)];
  const whyNot = useWhyNot(orders);

  function mayOpen(): boolean {
    if (whyNot === undefined) return true;
    const message = isEmpty ? t('errors:error.noOrderSelected') : whyNot;
    notifyError({ title: t('orders:print.errorTitle'), message });
    return false;
  }

  return (
    <MenuButton
      position="bottom-end"
      width={320}
      withinPortal={false}
      buttonRef={button}
      mayOpen={mayOpen}
      renderButton={(target, isOpen) => (
        <Hint label={whyNot ?? name} disabled={isOpen || (whyNot === undefined && !isNarrow)}>
          <Button
            {...target}
            variant="default"
            aria-label={name}
            aria-disabled={whyNot !== undefined}
            data-disabled={whyNot !== undefined}
            className={classes['button']}
            leftSection={<IconTruckLoading size={18} aria-hidden />}
            {...(!isNarrow && { rightSection: <IconChevronDown size={16} aria-hidden /> })}
          >
            {t(isNarrow ? 'readiness.short' : 'readiness.button', { count })}
          </Button>
        </Hint>
      )}
      renderItems={(menu) =>
        actions.map((action) => (
          <MarkReadyItem
            key={action.name}
            menu={menu}
            action={action}
            orders={orders}
            onChoose={() => {
              // The dialog gives the focus back to where it was: the menu will be gone.
              button.current?.focus();
              planBulkRun(action, orders);
            }}
          />
        ))
      }
    />
  );
}

/** Returns the reason why no order can be marked. A single one is always sent (spec 1 §4). */
function useWhyNot(orders: readonly OrderSummary[]): string | undefined {
  const { t } = useTranslation('bulk');
  if (orders.length === 0) return t('readiness.nothingSelected');
  const canMark = (order: OrderSummary) =>
    orderCan.markReady(order).allowed || orderCan.markNotReady(order).allowed;
  return orders.length === 1 || orders.some(canMark) ? undefined : t('readiness.noneCan');
}
