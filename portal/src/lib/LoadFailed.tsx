import { Button, EmptyState } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { useMerchant } from './merchant.ts';
import { RequestId } from './RequestId.tsx';

interface LoadFailedProps {
  readonly title: string;
  readonly error: Error;
  readonly onRetry: () => void;
  /** 1 on a page without another heading. */
  readonly order?: 1 | 2;
}

/** Offers a retry and the request id. */
export function LoadFailed({ title, error, onRetry, order = 2 }: LoadFailedProps) {
  const { t } = useTranslation();
  return (
    <EmptyState
      m="auto"
      p="xl"
      maw={480}
      icon={<IconCloudOff stroke={1.5} aria-hidden />}
      withIndicatorBackground
      role="alert"
    >
      <EmptyState.Title order={order}>{title}</EmptyState.Title>
      <EmptyState.Description>{error.message}</EmptyState.Description>
      <EmptyState.Actions>
        <Button onClick={onRetry}>{t('tryAgain')}</Button>
      </EmptyState.Actions>
      <RequestId error={error} justify="center" />
    </EmptyState>
  );
}

export function ProfileFailed({
  profile: { data, error, refetch },
  order,
}: {
  readonly profile: ReturnType<typeof useMerchant>;
  readonly order?: 1 | 2;
}) {
  const { t } = useTranslation('errors');
  if (!error || data) return null;
  return (
    <LoadFailed
      title={t('error.couldNotGetProfileInfo')}
      error={error}
      onRetry={() => void refetch()}
      {...(order && { order })}
    />
  );
}
