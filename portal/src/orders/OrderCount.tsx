import { Button } from '@mantine/core';
import type { OrderCount as Count } from '@portage/contract/orders';
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
  return (
    <>
      <output className={classes['counted']} data-some-selected={selected > 0}>
        <span className={classes['matching']}>
          {count > 0 && t(hasMore ? 'count.atLeast' : 'count.all', { count })}
        </span>
        {selected > 0 && <strong>{t('count.selected', { count: selected })}</strong>}
      </output>
      {selected > 0 && (
        <Button size="compact-sm" variant="subtle" flex="none" onClick={onClearSelection}>
          {t('clearSelection')}
        </Button>
      )}
    </>
  );
}
