import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FetchProgress } from './fetch-documents.ts';
import type { PrintJob } from './print-job.ts';
import classes from './PrintDialog.module.css';
import { stopPrint } from './print-run.ts';
import '@mantine/core/styles/Progress.layer.css';

interface PrintProgressProps extends FetchProgress {
  readonly job: PrintJob;
}

/** How many orders’ documents are there already, and how to stop: what is made by then is printed. */
export function PrintProgress({ job, done, made }: PrintProgressProps) {
  const { t } = useTranslation('orders');
  const total = job.orders.length;
  const text = t('print.progress', { done, total });
  // A batch is one call: until it is answered nobody knows how far it is.
  const isUnknown = done === 0;
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
      <Group justify="flex-end" mt="sm">
        <Button
          variant="default"
          className={classes['button'] ?? ''}
          onClick={stopPrint}
          data-autofocus
        >
          {made > 0 ? t('print.stopAndPrint', { count: made }) : t('print.cancel')}
        </Button>
      </Group>
    </Stack>
  );
}
