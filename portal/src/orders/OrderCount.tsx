import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './OrdersPage.module.css';

interface OrderCountProps {
  loaded: number;
  /** True while there are more orders than those loaded. */
  hasMore: boolean;
  selected: number;
  onClearSelection: () => void;
}

/** How many orders are loaded and how many of them are selected. */
export function OrderCount({ loaded, hasMore, selected, onClearSelection }: OrderCountProps) {
  const { t } = useTranslation('orders');
  return (
    <div className={classes['count']}>
      <output>
        {loaded > 0 && t(hasMore ? 'count.loaded' : 'count.all', { count: loaded })}
        {selected > 0 && ` · ${t('count.selected', { count: selected })}`}
      </output>
      {selected > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={onClearSelection}>
          {t('clearSelection')}
        </Button>
      )}
    </div>
  );
}
