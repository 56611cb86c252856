import { Button, Menu, Tooltip } from '@mantine/core';
import type { OrderSummary } from '@portage/contract/order-selection';
import { IconChevronDown, IconTruckLoading } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../lib/notify.tsx';
import classes from './MarkReady.module.css';
import { planBulkRun } from './bulk-run-store.ts';
import { MarkReadyItem } from './MarkReadyItem.tsx';
import { markNotReady, markReady } from './mark-ready.ts';
import '@mantine/core/styles/Tooltip.layer.css';

interface MarkReadyProps {
  /** The selected orders. */
  readonly orders: readonly OrderSummary[];
  /** Narrow screens have room for few words. */
  readonly isNarrow: boolean;
}

/**
 * The ready popover (spec 1 §2): marks the selected orders ready for pickup, or not ready. It says how
 * many that concerns, so that nothing is asked afterwards; either undoes the other.
 */
export function MarkReady({ orders, isNarrow }: MarkReadyProps) {
  const { t } = useTranslation(['bulk', 'orders', 'errors']);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isEmpty = orders.length === 0;
  const actions = [markReady(), markNotReady(orders)];

  function toggle(open: boolean): void {
    if (open && isEmpty) {
      const message = t('errors:error.noOrderSelected');
      notifyError({ title: t('orders:print.errorTitle'), message });
    } else {
      setOpen(open);
    }
  }

  const target = {
    ref: button,
    variant: 'default',
    'aria-label': t('readiness.name'),
    'aria-disabled': isEmpty,
    'data-disabled': isEmpty,
  } as const;
  return (
    <Menu opened={isOpen} onChange={toggle} position="bottom-end" width={320} withinPortal={false}>
      <Menu.Target>
        <Tooltip
          label={t(isEmpty ? 'readiness.nothingSelected' : 'readiness.name')}
          disabled={isOpen || (!isEmpty && !isNarrow)}
        >
          <Button
            {...target}
            className={classes['button']}
            leftSection={<IconTruckLoading size={18} />}
            {...(!isNarrow && { rightSection: <IconChevronDown size={16} /> })}
          >
            {t(isNarrow ? 'readiness.short' : 'readiness.button')}
          </Button>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <MarkReadyItem
            key={action.name}
            action={action}
            orders={orders}
            onChoose={() => {
              // The dialog gives the focus back to where it was: the menu will be gone.
              button.current?.focus();
              planBulkRun(action, orders);
            }}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
