import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RequestId } from '../../lib/RequestId.tsx';
import classes from './OrderTable.module.css';

interface OrdersEndProps {
  /** Why the next page could not be loaded. */
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly onRetry: () => void;
}

/** What stands below the last loaded order: more to come, why not, or that this is all. */
export function OrdersEnd({ error, hasMore, onRetry }: OrdersEndProps) {
  const { t } = useTranslation('orders');
  if (error) {
    return (
      <div className={classes['end']} role="alert">
        {t('table.moreFailed')} {error.message}
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          {t('retry')}
        </Button>
        <RequestId error={error} />
      </div>
    );
  }
  return <div className={classes['end']}>{t(hasMore ? 'table.loadingMore' : 'table.end')}</div>;
}
