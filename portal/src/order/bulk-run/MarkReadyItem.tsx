import type { Menu as MantineMenu } from '@mantine/core';
import type { OrderSummary } from '@portage/contract/orders/order-selection';
import { useTranslation } from 'react-i18next';
import { pressedOnce } from '../../ui/pressed-once.ts';
import classes from './MarkReadyItem.module.css';
import type { ReadyAction } from './mark-ready.ts';
import { splitByPermission } from './split-by-permission.ts';

interface MarkReadyItemProps {
  readonly menu: typeof MantineMenu;
  readonly action: ReadyAction;
  readonly orders: readonly OrderSummary[];
  readonly onChoose: () => void;
}

/** One of the two ways to mark orders, with how many of the selected ones it is for. */
export function MarkReadyItem({ menu: Menu, action, orders, onChoose }: MarkReadyItemProps) {
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
