import { Button } from '@mantine/core';
import type { OrderSummary } from '@portage/contract/orders/order-selection';
import { IconChevronDown, IconTruckLoading } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../lib/notify.tsx';
import { Hint } from '../../ui/Hint.tsx';
import { MenuButton } from '../../ui/MenuButton.tsx';
import classes from './MarkReady.module.css';
import { planBulkRun } from '../carry-out.ts';
import { MarkReadyItem } from './MarkReadyItem.tsx';
import { markNotReady, markReady } from './mark-ready.ts';

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
  const button = useRef<HTMLButtonElement>(null);
  const count = orders.length;
  const isEmpty = count === 0;
  const name = t('readiness.name', { count });
  const actions = [markReady(), markNotReady(orders)];

  function mayOpen(): boolean {
    if (!isEmpty) return true;
    const message = t('errors:error.noOrderSelected');
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
        <Hint
          label={isEmpty ? t('readiness.nothingSelected') : name}
          disabled={isOpen || (!isEmpty && !isNarrow)}
        >
          <Button
            {...target}
            variant="default"
            aria-label={name}
            aria-disabled={isEmpty}
            data-disabled={isEmpty}
            className={classes['button']}
            leftSection={<IconTruckLoading size={18} />}
            {...(!isNarrow && { rightSection: <IconChevronDown size={16} /> })}
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
