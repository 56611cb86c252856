import { Button, EmptyState } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from '../i18n/i18n.ts';
import { RequestId } from './RequestId.tsx';

interface LoadFailedProps {
  readonly title: string;
  readonly query: {
    readonly error: Error | null;
    readonly data?: unknown;
    readonly refetch: () => unknown;
  };
  /** 1 on a page without another heading. */
  readonly order?: 1 | 2;
}

/** Offers a retry and the request id of a query that failed without data. */
export function LoadFailed({ title, query, order = 2 }: LoadFailedProps) {
  const { t } = useTranslation();
  const { error, data, refetch } = query;
  if (!error || data !== undefined) return null;
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
        <Button onClick={() => void refetch()}>{t('tryAgain')}</Button>
      </EmptyState.Actions>
      <RequestId error={error} justify="center" />
    </EmptyState>
  );
}

interface ProfileFailedProps extends Omit<LoadFailedProps, 'title' | 'query'> {
  readonly profile: LoadFailedProps['query'];
}

export function ProfileFailed({ profile, ...props }: ProfileFailedProps) {
  const { t } = useTranslation('errors');
  return <LoadFailed title={t('error.couldNotGetProfileInfo')} query={profile} {...props} />;
}
