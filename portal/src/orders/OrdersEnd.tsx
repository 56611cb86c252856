import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/api-error.ts';
import { RequestId } from '../lib/RequestId.tsx';
import classes from './OrderTable.module.css';

interface OrdersEndProps {
  /** Why the next page could not be loaded. */
  error: Error | null;
  hasMore: boolean;
  onRetry: () => void;
}

/** What stands below the last loaded order: more to come, why not, or that this is all. */
export function OrdersEnd({ error, hasMore, onRetry }: OrdersEndProps) {
  const { t } = useTranslation('orders');
  if (error) {
    const requestId = error instanceof ApiError ? error.problem.requestId : undefined;
    return (
      <div className={classes['end']} role="alert">
        {t('table.moreFailed')} {error.message}
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          {t('retry')}
        </Button>
        {requestId !== undefined && <RequestId id={requestId} />}
      </div>
    );
  }
  return <div className={classes['end']}>{t(hasMore ? 'table.loadingMore' : 'table.end')}</div>;
}
