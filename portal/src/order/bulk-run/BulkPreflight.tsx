import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { pressedOnce } from '../../ui/pressed-once.ts';
import type { BulkAction } from './bulk-action.ts';
import type { BulkRun } from './bulk-run.ts';
import { closeBulkRun, startBulkRun } from './bulk-run-store.ts';
import { OrderNames } from './OrderNames.tsx';
import { SkippedOrders } from './SkippedOrders.tsx';
import { splitByPermission } from './split-by-permission.ts';

interface BulkPreflightProps {
  readonly question: NonNullable<BulkAction['question']>;
  readonly action: BulkAction;
  readonly run: BulkRun;
}

/** Says before anything is done which orders it will be done to, and which are skipped and why. */
export function BulkPreflight({ question, action, run }: BulkPreflightProps) {
  const { t } = useTranslation('bulk');
  const { allowed, skipped } = splitByPermission(run.orders, action.permission);
  const count = allowed.length;
  return (
    <Stack gap="sm">
      {count > 0 && (
        <>
          <Text>
            {t('preflight.concerned', { count })} <OrderNames orders={allowed} />
          </Text>
          <Text size="sm" c="dimmed">
            {t(`question.${question}.explanation`)}
          </Text>
        </>
      )}
      {skipped.length > 0 && <SkippedOrders skipped={skipped} />}
      <Group justify="flex-end" mt="sm">
        <Button variant="default" data-autofocus {...pressedOnce(closeBulkRun)}>
          {t(count > 0 ? 'cancel' : 'close')}
        </Button>
        {count > 0 && (
          <Button color="red.9" {...pressedOnce(startBulkRun)}>
            {t(`question.${question}.confirm`, { count })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
