import { Button, EmptyState } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { RequestId } from '../lib/RequestId.tsx';
import '@mantine/core/styles/EmptyState.layer.css';

interface OrdersLoadFailedProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** Why no order could be loaded, with the way to try again and the id that support asks for. */
export function OrdersLoadFailed({ error, onRetry }: OrdersLoadFailedProps) {
  const { t } = useTranslation('orders');
  return (
    <EmptyState
      m="auto"
      p="xl"
      maw={480}
      icon={<IconCloudOff stroke={1.5} />}
      withIndicatorBackground
      role="alert"
    >
      <EmptyState.Title order={2}>{t('loadFailed')}</EmptyState.Title>
      <EmptyState.Description>{error.message}</EmptyState.Description>
      <EmptyState.Actions>
        <Button onClick={onRetry}>{t('retry')}</Button>
      </EmptyState.Actions>
      <RequestId error={error} />
    </EmptyState>
  );
}
