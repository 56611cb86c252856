import { Button } from '@mantine/core';
import type { OrderCount as Count } from '@portage/contract/orders';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './OrdersPage.module.css';

interface OrderCountProps {
  /** How many orders the filters match; undefined while it is not known. */
  readonly matching: Count | undefined;
  readonly loaded: number;
  readonly selected: number;
  readonly onClearSelection: () => void;
}

/** How many orders the filters match and how many are selected. */
export function OrderCount({ matching, loaded, selected, onClearSelection }: OrderCountProps) {
  const { t } = useTranslation('orders');
  // Until all are counted, as many are certain as are loaded.
  const { count, hasMore } = matching ?? { count: loaded, hasMore: true };
  const isIdle = selected === 0;
  const counted = useRef<HTMLDivElement>(null);

  /** The button goes, and would take the focus with it. */
  function clear(): void {
    counted.current?.focus();
    onClearSelection();
  }

  return (
    <div ref={counted} tabIndex={-1} className={classes['counted']} data-idle={isIdle}>
      <output className={classes['matching']}>
        {count > 0 && t(hasMore ? 'count.atLeast' : 'count.all', { count })}
      </output>
      <div className={classes['selected']}>
        <output>
          {/* Unseen it is as wide as when all are selected: nothing is to move with the first. */}
          <strong>{t('count.selected', { count: isIdle ? loaded : selected })}</strong>
        </output>
        <Button size="compact-sm" variant="subtle" onClick={clear}>
          {t('clearSelection')}
        </Button>
      </div>
    </div>
  );
}
