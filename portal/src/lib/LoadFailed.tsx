import { Button, Loader } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from '../i18n/i18n.ts';
import { Empty } from '../ui/Empty.tsx';
import { RequestId } from './RequestId.tsx';

interface LoadFailedProps {
  readonly title: string;
  readonly query: {
    readonly error: Error | null;
    readonly data?: unknown;
    readonly isFetching?: boolean;
    readonly refetch: () => unknown;
  };
  /** 1 on a page without another heading. */
  readonly order?: 1 | 2 | 3;
}

/** Offers a retry and the request id of a query that failed without data. */
export function LoadFailed({ title, query, order = 2 }: LoadFailedProps) {
  const { t } = useTranslation();
  const { error, data, isFetching = false, refetch } = query;
  if (!error || data !== undefined) return null;
  return (
    <Empty
      Icon={IconCloudOff}
      title={title}
      text={error.message}
      order={order}
      role="alert"
      foot={<RequestId error={error} justify="center" />}
    >
      <Button
        leftSection={isFetching && <Loader size={14} color="currentColor" />}
        aria-busy={isFetching}
        onClick={() => void refetch()}
      >
        {t('tryAgain')}
      </Button>
    </Empty>
  );
}

export function ProfileFailed({ profile }: { readonly profile: LoadFailedProps['query'] }) {
  const { t } = useTranslation('errors');
  return <LoadFailed title={t('error.couldNotGetProfileInfo')} query={profile} />;
}
