import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { pressedOnce } from '../../ui/pressed-once.ts';
import { SkippedOrders } from '../bulk-run/SkippedOrders.tsx';
import type { Skipped } from '../bulk-run/split-by-permission.ts';
import type { PrintJob } from './print-job.ts';
import { startPrint, stopPrint } from './print-run.ts';

interface PrintPreflightProps {
  /** What can be printed. */
  readonly job: PrintJob;
  readonly unprintable: readonly Skipped[];
}

/** Says before anything is fetched what will be printed, of how many orders, and of which not and why. */
export function PrintPreflight({ job, unprintable }: PrintPreflightProps) {
  const { t } = useTranslation('orders');
  const count = job.orders.length;
  return (
    <Stack gap="sm">
      {count > 0 && <Text>{t(`print.willPrint.${job.documents}`, { count })}</Text>}
      <SkippedOrders skipped={unprintable} />
      <Group justify="flex-end" mt="sm">
        <Button variant="default" {...pressedOnce(stopPrint)}>
          {t(count > 0 ? 'print.cancel' : 'print.close')}
        </Button>
        {count > 0 && (
          <Button data-autofocus {...pressedOnce(startPrint)}>
            {t('print.printThese', { count })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
