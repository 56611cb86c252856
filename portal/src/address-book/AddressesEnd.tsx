import { Button } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { RequestId } from '../lib/RequestId.tsx';
import classes from './AddressBook.module.css';

interface AddressesEndProps {
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetching: boolean;
    readonly isFetchNextPageError: boolean;
    readonly error: Error | null;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}

/** Loads the next page when the end of the list comes near, and says why it could not. */
export function AddressesEnd({ list }: AddressesEndProps) {
  const { t } = useTranslation('addressBook');
  const { hasNextPage, isFetching, isFetchNextPageError, error, fetchNextPage } = list;
  const { ref, entry } = useIntersection({ rootMargin: '800px' });
  const isNear = entry?.isIntersecting === true;
  useEffect(() => {
    if (isNear && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [isNear, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);

  if (isFetchNextPageError) {
    return (
      <div className={classes['end']} role="alert">
        {t('moreFailed')} {error?.message}
        <Button size="compact-sm" variant="default" onClick={() => void fetchNextPage()}>
          {t('order.retry')}
        </Button>
        <RequestId error={error} />
      </div>
    );
  }
  return (
    <div ref={ref} className={classes['end']}>
      {t(hasNextPage ? 'loadingMore' : 'end')}
    </div>
  );
}
