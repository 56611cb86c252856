import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PrintJob } from './print-job.ts';
import { cancelPrint } from './print-run.ts';
import '@mantine/core/styles/Progress.layer.css';

interface PrintProgressProps {
  readonly job: PrintJob;
  /** How many of its orders are done with. */
  readonly done: number;
}

/** How many orders’ documents are there already, and how to stop. */
export function PrintProgress({ job, done }: PrintProgressProps) {
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
        <Button variant="default" onClick={cancelPrint} data-autofocus>
          {t('print.cancel')}
        </Button>
      </Group>
    </Stack>
  );
}
