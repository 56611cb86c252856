import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { pressedOnce } from '../../ui/pressed-once.ts';
import type { BulkRun } from './bulk-run.ts';
import { stopBulkRun } from './bulk-run-store.ts';
import '@mantine/core/styles/Progress.layer.css';

/** How far a run is, and how to stop it. */
export function BulkProgress({ run }: { readonly run: BulkRun }) {
  const { t } = useTranslation('bulk');
  const isStopping = run.phase === 'stopping';
  const total = run.round.length;
  const outcomes = run.round.flatMap(({ order }) => run.outcomes.get(order.id) ?? []);
  const done = outcomes.length;
  const failed = outcomes.filter(({ result }) => result === 'error').length;
  const text = t('progress.done', { done, total });
  return (
    <Stack gap="sm">
      <Group justify="space-between" className="tabular-numbers">
        <Text>{text}</Text>
        {failed > 0 && (
          <Text c="var(--mantine-color-error)">{t('progress.failed', { count: failed })}</Text>
        )}
      </Group>
      <Progress value={(done / total) * 100} aria-label={text} />
      <Text component="output" size="sm" c="dimmed">
        {t(isStopping ? 'progress.stopping' : 'progress.stay')}
      </Text>
      <Group justify="flex-end" mt="sm">
        <Button variant="default" loading={isStopping} data-autofocus {...pressedOnce(stopBulkRun)}>
          {t('cancel')}
        </Button>
      </Group>
    </Stack>
  );
}
