import { Modal, Button, Group, Stack, Text, Progress, Alert, Chip } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { currentSession } from '../../lib/session.ts';
import { DialogStep } from '../../ui/DialogStep.tsx';
import { useFocusAfter } from '../../ui/use-focus-after.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { type BulkAction, isOfShop, SAID_OF_SHOP, type BulkActionName } from './bulk-action.ts';
import {
  type BulkRun,
  doneOrders,
  isUnderWay,
  isStopped,
  type Result,
  resultsOf,
  type OrderResult,
  RESULTS,
} from './bulk-run.ts';
import { closeBulkRun, useBulkRun, startBulkRun, stopBulkRun, runAgain } from './bulk-run-store.ts';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { pressedOnce } from '../../ui/pressed-once.ts';
import { OrderNames } from './OrderNames.tsx';
import { SkippedOrders } from './SkippedOrders.tsx';
import { splitByPermission } from './split-by-permission.ts';
import '@mantine/core/styles/Progress.layer.css';
import { useState } from 'react';
import type { OrderSummary } from '@portage/contract/orders/order-selection';
import { IconPrinter } from '@tabler/icons-react';
import { saveFile } from '../../lib/save-file.ts';
import classes from './BulkResults.module.css';
import { resultsCsv } from './results-csv.ts';
import { ResultsTable } from './ResultsTable.tsx';
import { planPrint } from '../printing/print-run.ts';
import { useLabelSettings } from '../printing/use-print-settings.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { reasonText } from './reason-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import '@mantine/core/styles/Chip.layer.css';

/** Which results show. */
type ShownResults = Result | 'all';

interface ResultFilterProps {
  readonly shown: ShownResults;
  readonly onShow: (shown: ShownResults) => void;
  /** How many orders have each result. */
  readonly counts: Readonly<Record<ShownResults, number>>;
  readonly resultName: (result: Result, count: number) => string;
}

/** Chooses between all results and those of one kind; kinds that did not occur are not offered. */
function ResultFilter({ shown, onShow, counts, resultName }: ResultFilterProps) {
  const { t } = useTranslation('bulk');
  const { number } = useFormat();
  const kinds = RESULTS.filter((result) => counts[result] > 0);
  return (
    <Chip.Group<false, ShownResults> value={shown} onChange={onShow}>
      <Group gap="xs" role="radiogroup" aria-label={t('results.filter')}>
        {(['all', ...kinds] as const).map((option) => (
          <Chip key={option} value={option} size="sm" variant="outline">
            {option === 'all' ? t('results.all') : resultName(option, counts[option])} (
            {number(counts[option])})
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}

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
      leftSection={<IconPrinter size={18} aria-hidden />}
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
function BulkResults({ action, run }: BulkResultsProps) {
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

/** How far a run is, and how to stop it. */
function BulkProgress({ run }: { readonly run: BulkRun }) {
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

interface BulkPreflightProps {
  readonly question: NonNullable<BulkAction['question']>;
  readonly action: BulkAction;
  readonly run: BulkRun;
}

/** Says before anything is done which orders it will be done to, and which are skipped and why. */
function BulkPreflight({ question, action, run }: BulkPreflightProps) {
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

/**
 * The dialog of whichever bulk action is asked for, under way or just ended. Only its own buttons
 * close it while calls are under way, and the page is not left without asking.
 */
export function BulkActionDialog() {
  const { t } = useTranslation('bulk');
  const isMobile = useIsMobile();
  const held = useBulkRun();
  const isShown = held?.isShown ?? false;
  const phase = held?.run.phase;
  const question = held?.action.question;
  const isBusy = held !== undefined && isUnderWay(held.run);
  useBlocker({
    // A session that has ended leads to the sign-in page all the same.
    shouldBlockFn: () => isBusy && currentSession() !== undefined,
    enableBeforeUnload: () => isBusy,
  });
  useFocusAfter(isShown);
  return (
    <Modal
      opened={isShown}
      onClose={closeBulkRun}
      title={held && <DialogTitle {...held} />}
      size={phase === 'ended' ? 1040 : 'md'}
      fullScreen={isMobile && phase === 'ended'}
      withCloseButton={!isBusy}
      closeOnEscape={!isBusy}
      // The second click of a double click that opened it is no answer.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
      transitionProps={{ duration: 0 }}
      centered
    >
      {held && (
        <DialogStep key={isBusy ? 'busy' : phase}>
          {phase === 'asking' && question && (
            <BulkPreflight run={held.run} action={held.action} question={question} />
          )}
          {isBusy && <BulkProgress run={held.run} />}
          {phase === 'ended' && <BulkResults {...held} />}
        </DialogStep>
      )}
    </Modal>
  );
}

interface DialogTitleProps {
  readonly action: BulkAction;
  readonly run: BulkRun;
}

function DialogTitle({ action: { name, question }, run }: DialogTitleProps) {
  const { t } = useTranslation(['bulk', 'errors']);
  const isEnded = run.phase === 'ended';
  const count = isEnded ? doneOrders(run).length : run.round.length;
  if (isEnded && count === 0) return t(`action.${name}.doneNone`);
  if (isEnded) {
    return isOfShop(name)
      ? t(SAID_OF_SHOP[name].done, { count })
      : t(`action.${name}.done`, { count });
  }
  if (run.phase !== 'asking') return t(`action.${name}.running`, { count });
  return question && t(`question.${question}.${count > 0 ? 'ask' : 'askNone'}`, { count });
}
