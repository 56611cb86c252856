import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderSummary } from '@portage/contract/order-selection';
import { IconPrinter } from '@tabler/icons-react';
import { pressedOnce } from '../../ui/pressed-once.ts';
import { saveFile } from '../../lib/save-file.ts';
import { type BulkAction, type BulkActionName, isOfShop, SAID_OF_SHOP } from './bulk-action.ts';
import {
  type BulkRun,
  doneOrders,
  isStopped,
  type Result,
  resultsOf,
  type OrderResult,
} from './bulk-run.ts';
import { closeBulkRun, runAgain } from './bulk-run-store.ts';
import classes from './BulkResults.module.css';
import { ResultFilter, type ShownResults } from './ResultFilter.tsx';
import { resultsCsv } from './results-csv.ts';
import { ResultsTable } from './ResultsTable.tsx';
import { planPrint } from '../printing/print-run.ts';
import { useLabelSettings } from '../printing/use-print-settings.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { reasonText } from './reason-text.ts';

/** How the results of an action are put into words. */
function useOutcomeText(action: BulkActionName) {
  const { t } = useTranslation(['bulk', 'errors']);
  const failed = () =>
    isOfShop(action) ? t(SAID_OF_SHOP[action].failed) : t(`action.${action}.failed`);
  const locale = useLocale();
  return {
    resultName: (result: Result, count: number): string =>
      t(result === 'success' ? `action.${action}.success` : `results.${result}`, { count }),
    /** What there is to say of a result beside its name: sentences, the reason of a failure last. */
    messages: ({ order, outcome }: OrderResult): string[] => {
      if (outcome.result === 'success') return [];
      if (outcome.result === 'error') return [failed(), outcome.message];
      if (outcome.because === 'refused') return [outcome.message];
      if (outcome.because !== 'skipped') return [t(`results.${outcome.because}`)];
      return [reasonText({ order, reason: outcome.reason }, locale)];
    },
  };
}

/** Prints the labels of orders that were just marked ready, which is what comes next. */
function PrintDone({ orders }: { readonly orders: readonly OrderSummary[] }) {
  const { t } = useTranslation('orders');
  const settings = useLabelSettings();
  if (orders.length === 0) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={18} />}
      onClick={() => {
        closeBulkRun();
        planPrint({ ...settings, orders });
      }}
    >
      {t(`print.${settings.documents}.action`)}
    </Button>
  );
}

interface BulkResultsProps {
  readonly action: BulkAction;
  readonly run: BulkRun;
}

/** What became of each order, and what can be done about those that failed. */
export function BulkResults({ action, run }: BulkResultsProps) {
  const { t } = useTranslation('bulk');
  const { resultName, messages } = useOutcomeText(action.name);
  const results = resultsOf(run);
  const withResult = (wanted: ShownResults) =>
    wanted === 'all' ? results : results.filter(({ outcome }) => outcome.result === wanted);
  const countOf = (result: Result) => withResult(result).length;
  const counts = {
    all: results.length,
    success: countOf('success'),
    error: countOf('error'),
    unprocessed: countOf('unprocessed'),
  };
  // What failed is what the reader has to see.
  const [shown, setShown] = useState<ShownResults>(counts.error > 0 ? 'error' : 'all');
  const stopped = results.filter(({ outcome }) => isStopped(outcome));
  const wasSignedOut = stopped.some(
    ({ outcome }) => 'because' in outcome && outcome.because === 'signedOut',
  );

  return (
    <Stack gap="sm">
      {wasSignedOut && <Alert role="note">{t('results.wasSignedOut')}</Alert>}
      {counts.error > 0 && !wasSignedOut && (
        <Text>{t('results.someFailed', { count: counts.error })}</Text>
      )}
      <ResultFilter shown={shown} onShow={setShown} counts={counts} resultName={resultName} />
      <ResultsTable results={withResult(shown)} resultName={resultName} messages={messages} />
      <Group justify="flex-end" gap="xs" className={classes['buttons'] ?? ''}>
        <Button
          variant="default"
          className={classes['save'] ?? ''}
          onClick={() => saveFile(resultsCsv(results, messages), `${action.name}_results.csv`)}
        >
          {t('results.save')}
        </Button>
        {stopped.length > 0 && (
          <Button variant="default" {...pressedOnce(() => runAgain('stopped'))}>
            {t('results.goOn', { count: stopped.length })}
          </Button>
        )}
        {counts.error > 0 && (
          <Button variant="default" {...pressedOnce(() => runAgain('failed'))}>
            {t('results.retry', { count: counts.error })}
          </Button>
        )}
        {(action.name === 'ready' || action.name === 'fulfill') && (
          <PrintDone orders={doneOrders(run)} />
        )}
        <Button data-autofocus {...pressedOnce(closeBulkRun)}>
          {t('close')}
        </Button>
      </Group>
    </Stack>
  );
}
