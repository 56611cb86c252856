import { Button, CopyButton, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The id of a request that failed, to copy for support. */
export function RequestId({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  return (
    <Group gap="xs" mt={4}>
      <Text size="xs" c="dimmed">
        {t('notification.requestId', { id })}
      </Text>
      <CopyButton value={id}>
        {({ copied, copy }) => (
          <Button
            size="compact-xs"
            variant="default"
            mih={24}
            aria-label={copied ? t('notification.copied') : t('notification.copyRequestId')}
            onClick={copy}
          >
            {copied ? t('notification.copied') : t('notification.copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
