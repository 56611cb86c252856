import { Button, CopyButton, Group, Text } from '@mantine/core';
import { useTranslation } from '../i18n/i18n.ts';
import { ApiError } from './api-error.ts';

interface RequestIdProps {
  readonly error: unknown;
  readonly justify?: 'center';
}

/** Support asks for it. */
export function RequestId({ error, ...place }: RequestIdProps) {
  const id = error instanceof ApiError ? error.problem.requestId : undefined;
  return <CopyRequestId id={id} {...place} />;
}

interface CopyRequestIdProps extends Omit<RequestIdProps, 'error'> {
  readonly id: string | undefined;
}

export function CopyRequestId({ id, justify }: CopyRequestIdProps) {
  const { t } = useTranslation();
  if (id === undefined) return undefined;
  return (
    <Group gap="xs" mt={4} {...(justify && { justify })}>
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
