import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { cancelExport, type ExportProgress as Given } from './export-run.ts';
import { useProgressText } from './use-progress-text.ts';
import '@mantine/core/styles/Progress.layer.css';

/** How far an export is, and how to stop it. */
export function ExportProgress({ progress }: { readonly progress: Given }) {
  const { t } = useTranslation('orders');
  const text = useProgressText()(progress);
  const { orders, total, bytes } = progress;
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="md" className="tabular-numbers">
        <Text size="sm">{text}</Text>
        {bytes !== undefined && (
          <Text size="sm" c="dimmed">
            {t('export.megabytes', { megabytes: bytes / 1_000_000 })}
          </Text>
        )}
      </Group>
      {total !== undefined && (
        <Progress value={total > 0 ? (orders / total) * 100 : 100} aria-label={text} />
      )}
      <Text size="xs" c="dimmed">
        {t('export.stay')}
      </Text>
      <Button variant="default" size="sm" onClick={cancelExport} data-autofocus>
        {t('export.cancel')}
      </Button>
    </Stack>
  );
}
