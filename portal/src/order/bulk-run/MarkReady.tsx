import { Button, type Menu as MantineMenu } from '@mantine/core';
import { IconTruckLoading } from '@tabler/icons-react';
import { orderReadinessEndpoints } from '@portage/contract/orders/order-readiness';
import { orderCan } from '@portage/contract/orders/order-status';
import type { OrderSummary } from '@portage/contract/orders/orders';
import { useTranslation } from '../../i18n/i18n.ts';
import { callApi } from '../../lib/api.ts';
import { Hint } from '../../ui/Hint.tsx';
import { pressedOnce, softDisabled } from '../../ui/pressed-once.ts';
import classes from '../../ui/SplitButton.module.css';
import { SplitButton } from '../../ui/SplitButton.tsx';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { planBulkRun, tellDone } from '../start-actions.tsx';
import { splitByPermission, type BulkAction, inBatches, tellNotDone } from './bulk-action.ts';

interface ReadyAction extends BulkAction {
  readonly name: 'ready' | 'notReady';
}

const onDone: BulkAction['onDone'] = (orders) => tellDone('marked', orders);

/** Marks orders ready for pickup; skips those that are not GEOCODED (spec 1 §4). */
export const markReady = (): ReadyAction => ({
  name: 'ready',
  permission: orderCan.markReady,
  ...inBatches({
    one: (id) => callApi(orderReadinessEndpoints.markReady, { params: { id } }),
    many: (ids) => callApi(orderReadinessEndpoints.markManyReady, { body: { ids } }),
  }),
  wasDone: ({ status }) => status === 'PICKUP_READY',
  onDone,
  undo: (orders) => markNotReady(orders),
});

/** Skips scanned ones and those not ready; always sends a single one (spec 1 §4). */
export const markNotReady = (orders: readonly OrderSummary[]): ReadyAction => ({
  name: 'notReady',
  permission: orders.length === 1 ? () => ({ allowed: true }) : orderCan.markNotReady,
  ...inBatches({
    one: (id) => callApi(orderReadinessEndpoints.markNotReady, { params: { id } }),
    many: (ids) => callApi(orderReadinessEndpoints.markManyNotReady, { body: { ids } }),
  }),
  wasDone: ({ status }) => status === 'GEOCODED',
  onDone,
  undo: markReady,
});

/** Words the numbers of affected and skipped orders. */
function useConcerned({ name, permission }: ReadyAction, orders: readonly OrderSummary[]) {
  const { t } = useTranslation('bulk');
  const { allowed, skipped } = splitByPermission(orders, permission);
  if (allowed.length === 0) return { isOffered: false, concerned: t(`action.${name}.appliesNone`) };
  const counts = [
    t(`action.${name}.applies`, { count: allowed.length }),
    skipped.length > 0 && t(`action.${name}.skipped`, { count: skipped.length }),
  ];
  return { isOffered: true, concerned: counts.filter(Boolean).join(' · ') };
}

interface MarkReadyItemProps {
  readonly itemOf: typeof MantineMenu;
  readonly action: ReadyAction;
  readonly orders: readonly OrderSummary[];
}

function MarkReadyItem({ itemOf: Menu, action, orders }: MarkReadyItemProps) {
  const { t } = useTranslation('bulk');
  const { isOffered, concerned } = useConcerned(action, orders);
  return (
    <Menu.Item
      aria-disabled={!isOffered}
      mod={{ disabled: !isOffered }}
      closeMenuOnClick={isOffered}
      {...(isOffered && pressedOnce(() => planBulkRun(action, orders)))}
    >
      {t(`action.${action.name}.name`, { count: orders.length })}
      <span className={classes['help']}>{concerned}</span>
    </Menu.Item>
  );
}

export function MarkNotReadyItem(props: Omit<MarkReadyItemProps, 'action'>) {
  return <MarkReadyItem action={markNotReady(props.orders)} {...props} />;
}

/** Counts the affected orders instead of asking; the menu undoes (spec 1 §2). */
export function MarkReady({ orders }: { readonly orders: readonly OrderSummary[] }) {
  const { t } = useTranslation('bulk');
  // Narrow screens have room for one button; `MarkNotReadyItem` is in a menu.
  const isNarrow = useIsMobile();
  const count = orders.length;
  const whyNot = useWhyNot(orders);
  const ready = markReady();
  const { isOffered, concerned } = useConcerned(ready, orders);
  const whyNotReady = whyNot ?? (isOffered ? undefined : concerned);

  const refuse = (why: string) => tellNotDone(count === 0 ? undefined : why);

  const mark = (
    <Hint label={whyNot ?? concerned}>
      <Button
        variant="default"
        aria-label={t('action.ready.name', { count })}
        {...softDisabled(whyNotReady !== undefined)}
        className={classes['main']}
        {...(isNarrow && { flex: 'none', px: 10 })}
        leftSection={<IconTruckLoading size={18} aria-hidden />}
        {...pressedOnce(() => {
          if (whyNotReady === undefined) planBulkRun(ready, orders);
          else refuse(whyNotReady);
        })}
      >
        {t(isNarrow ? 'readiness.short' : 'readiness.button', { count })}
      </Button>
    </Hint>
  );
  if (isNarrow) return mark;
  return (
    <SplitButton
      label={t('readiness.choose', { count })}
      isDisabled={whyNot !== undefined}
      width={320}
      mayOpen={() => {
        if (whyNot !== undefined) refuse(whyNot);
        return whyNot === undefined;
      }}
      renderItems={(items) =>
        [ready, markNotReady(orders)].map((action) => (
          <MarkReadyItem key={action.name} itemOf={items} action={action} orders={orders} />
        ))
      }
    >
      {mark}
    </SplitButton>
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
