import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pressedOnce } from '../../ui/pressed-once.ts';
import { saveFile } from '../../lib/save-file.ts';
import type { BulkAction } from './bulk-action.ts';
import { type BulkRun, doneOrders, isStopped, type Result, resultsOf } from './bulk-run.ts';
import { closeBulkRun, runAgain } from './bulk-run-store.ts';
import { PrintDone } from './PrintDone.tsx';
import classes from './BulkResults.module.css';
import { ResultFilter, type ShownResults } from './ResultFilter.tsx';
import { resultsCsv } from './results-csv.ts';
import { ResultsTable } from './ResultsTable.tsx';
import { useOutcomeText } from './use-outcome-text.ts';

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
        {action.name === 'ready' && <PrintDone orders={doneOrders(run)} />}
        <Button data-autofocus {...pressedOnce(closeBulkRun)}>
          {t('close')}
        </Button>
      </Group>
    </Stack>
  );
}
