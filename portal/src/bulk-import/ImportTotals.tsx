import { Button, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RequestId } from '../lib/RequestId.tsx';
import { useFormat } from '../lib/use-format.ts';
import type { ImportSummary } from './book/import-views.ts';

interface ImportTotalsProps {
  readonly summary: ImportSummary;
  /** How the check by the server goes. */
  readonly check: { readonly error: Error | null; readonly refetch: () => unknown };
  /** What is done with the rows. */
  readonly action: ReactNode;
}

/** What an import comes to: orders, packages and price, and what is left out; read aloud as it changes. */
export function ImportTotals({ summary, check, action }: ImportTotalsProps) {
  const { t } = useTranslation(['bulkImport', 'common']);
  const { number, money } = useFormat();
  const { ready, packages, stray, unchecked, cents } = summary;
  const leftOut = summary.orders - ready;
  const prices = (['CAD', 'USD'] as const)
    .filter((currency) => cents[currency] !== undefined)
    .map((currency) => money((cents[currency] ?? 0) / 100, currency))
    .join(' + ');
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="flex-start">
        <div>
          <div aria-live="polite">
            <Text fw={600}>
              {t('total.orders', { count: ready, number: number(ready) })}
              {' · '}
              {t('total.packages', { count: packages, number: number(packages) })}
              {prices !== '' && ' · '}
              {prices !== '' &&
                t(unchecked > 0 ? 'total.pricePart' : 'total.price', { price: prices })}
            </Text>
            {leftOut > 0 && (
              <Text size="sm" c="var(--mantine-color-error)">
                {t('total.leftOut', { count: leftOut, number: number(leftOut) })}
              </Text>
            )}
            {stray > 0 && (
              <Text size="sm" c="var(--mantine-color-error)">
                {t('total.stray', { count: stray, number: number(stray) })}
              </Text>
            )}
          </div>
          {leftOut + stray > 0 && (
            <Text size="sm" c="dimmed">
              {t('total.leftOutHelp')}
            </Text>
          )}
          {check.error ? (
            <Group gap="xs" role="alert">
              <Text size="sm" c="var(--mantine-color-error)">
                {t('check.serverFailed')}: {check.error.message}
              </Text>
              <Button size="compact-sm" variant="default" onClick={() => check.refetch()}>
                {t('common:tryAgain')}
              </Button>
              <RequestId error={check.error} />
            </Group>
          ) : (
            ready > 0 && (
              <Text size="sm" c="dimmed">
                {unchecked > 0
                  ? t('check.server', { checked: number(ready - unchecked), total: number(ready) })
                  : t('check.serverDone')}
              </Text>
            )
          )}
        </div>
        {action}
      </Group>
    </Paper>
  );
}
