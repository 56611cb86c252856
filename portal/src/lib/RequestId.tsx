import { Button, CopyButton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The id of a request that failed, to copy for support. */
export function RequestId({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  return (
    <Text component="div" size="xs" c="dimmed" mt={4}>
      {t('notification.requestId', { id })}{' '}
      <CopyButton value={id}>
        {({ copied, copy }) => (
          <Button size="compact-xs" variant="subtle" onClick={copy}>
            {copied ? t('notification.copied') : t('notification.copyRequestId')}
          </Button>
        )}
      </CopyButton>
    </Text>
  );
}
