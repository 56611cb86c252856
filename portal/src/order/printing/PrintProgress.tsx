import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { pressedOnce } from '../../ui/pressed-once.ts';
import type { FetchProgress } from './fetch-documents.ts';
import { comesInParts } from './print-calls.ts';
import type { PrintJob } from './print-job.ts';
import { stopPrint } from './print-run.ts';
import '@mantine/core/styles/Progress.layer.css';

interface PrintProgressProps extends Pick<FetchProgress, 'done'> {
  readonly job: PrintJob;
}

/**
 * How many orders’ documents are there already, and how to stop. Where they come in parts, what is made
 * by then is printed; the button says the same from the beginning, so that no click means something
 * else than it did when the pointer went there.
 */
export function PrintProgress({ job, done }: PrintProgressProps) {
  const { t } = useTranslation('orders');
  const total = job.orders.length;
  const text = t('print.progress', { done, total });
  // A batch is one call: until it is answered nobody knows how far it is.
  const isUnknown = done === 0;
  const isInParts = comesInParts(job);
  // All that is left is to print it.
  const isOver = done === total;
  return (
    <Stack gap="sm">
      <Text component="output" className="tabular-numbers">
        {isUnknown ? t('print.preparing', { count: total }) : text}
      </Text>
      <Progress
        value={isUnknown ? 100 : (done / total) * 100}
        striped={isUnknown}
        animated={isUnknown}
        transitionDuration={0}
        aria-label={text}
      />
      {isInParts && (
        <Text size="sm" c="dimmed">
          {t('print.stopPrintsReady')}
        </Text>
      )}
      <Group justify="flex-end" mt="sm">
        <Button
          variant="default"
          {...pressedOnce(() => !isOver && stopPrint())}
          aria-disabled={isOver}
          data-disabled={isOver}
          data-autofocus
        >
          {t(isInParts ? 'print.decision.stop' : 'print.cancel')}
        </Button>
      </Group>
    </Stack>
  );
}
