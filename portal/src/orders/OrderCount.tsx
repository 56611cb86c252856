import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './OrdersPage.module.css';

interface OrderCountProps {
  readonly loaded: number;
  /** True while there are more orders than those loaded. */
  readonly hasMore: boolean;
  readonly selected: number;
  readonly onClearSelection: () => void;
}

/** How many orders are loaded and how many of them are selected. */
export function OrderCount({ loaded, hasMore, selected, onClearSelection }: OrderCountProps) {
  const { t } = useTranslation('orders');
  return (
    <div className={classes['count']} data-some-selected={selected > 0}>
      <output className={classes['counted']}>
        <span className={classes['loaded']}>
          {loaded > 0 && t(hasMore ? 'count.loaded' : 'count.all', { count: loaded })}
        </span>
        {selected > 0 && <strong>{t('count.selected', { count: selected })}</strong>}
      </output>
      {selected > 0 && (
        <Button size="compact-sm" variant="subtle" flex="none" onClick={onClearSelection}>
          {t('clearSelection')}
        </Button>
      )}
    </div>
  );
}
