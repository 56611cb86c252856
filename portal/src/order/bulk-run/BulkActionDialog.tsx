import { Modal, Button, Group, Stack, Text, Progress, Alert, Chip, List } from '@mantine/core';
import {
  IconPrinter,
  IconAlertCircle,
  IconCircleCheck,
  IconCircleMinus,
} from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useState, useRef } from 'react';
import type { OrderSummary } from '@portage/contract/orders/orders';
import { useLocale, useTranslation } from '../../i18n/i18n.ts';
import { saveFile } from '../../lib/download.ts';
import { useFormat } from '../../lib/format.ts';
import { CopyRequestId } from '../../lib/RequestId.tsx';
import { currentSession } from '../../lib/session.ts';
import { DialogStep } from '../../ui/Dialogs.tsx';
import { pressedOnce } from '../../ui/pressed-once.ts';
import { useFocusAfter } from '../../ui/return-focus.ts';
import { RowsGap } from '../../ui/RowsGap.tsx';
import { scaled, useIsMobile } from '../../ui/use-is-mobile.ts';
import { OrderStatusBadge } from '../OrderStatusBadge.tsx';
import { planPrint } from '../printing/print-run.ts';
import { useLabelSettings } from '../printing/print-state.ts';
import {
  type BulkAction,
  type BulkActionName,
  splitByPermission,
  type Skipped,
  reasonText,
} from './bulk-action.ts';
import {
  closeBulkRun,
  useBulkRun,
  startBulkRun,
  stopBulkRun,
  runAgain,
  undoRun,
  isBulkRunUnderWay,
} from './bulk-run-store.tsx';
import {
  type BulkRun,
  doneOrders,
  isUnderWay,
  isStopped,
  type Result,
  resultsOf,
  type OrderResult,
  RESULTS,
  statusAfter,
  resultsCsv,
} from './bulk-run.ts';
import classes from './BulkResults.module.css';

/** Counts further recipients instead of naming them. */
const NAMED = 3;

/** "Ada Nguyen, Bo Tremblay, Cy O’Neil and 9 more". */
function OrderNames({ orders }: { readonly orders: readonly OrderSummary[] }) {
  const { t } = useTranslation('bulk');
  const names = orders.slice(0, NAMED).map(({ recipientName }) => recipientName);
  return (
    <>
      <strong>{names.join(', ')}</strong>
      {orders.length > NAMED && ` ${t('preflight.andMore', { count: orders.length - NAMED })}`}
    </>
  );
}

export function SkippedOrders({ skipped }: { readonly skipped: readonly Skipped[] }) {
  const { t, locale } = useTranslation('bulk');
  const reasons = Map.groupBy(skipped, (one) => reasonText(one, locale));
  return (
    <>
      <Text>{t('preflight.skipped', { count: skipped.length })}</Text>
      <List size="sm" spacing="xs">
        {[...reasons].map(([reason, group]) => (
          <List.Item key={reason}>
            <OrderNames orders={group.map(({ order }) => order)} />
            <Text size="sm" c="dimmed">
              {reason}
            </Text>
          </List.Item>
        ))}
      </List>
    </>
  );
}

/** Pixels, until measured. */
const ESTIMATED_HEIGHT = 57;

const icons = {
  success: IconCircleCheck,
  error: IconAlertCircle,
  unprocessed: IconCircleMinus,
} as const satisfies Record<Result, unknown>;

interface ResultsTableProps {
  readonly results: readonly OrderResult[];
  readonly resultName: (result: Result, count: number) => string;
  readonly messages: (result: OrderResult) => readonly string[];
}

/** Draws the visible rows only. */
function ResultsTable({ results, resultName, messages }: ResultsTableProps) {
  // The virtualizer is a mutable object: memoizing its results would freeze them.
  'use no memo';
  const { t } = useTranslation('bulk');
  const scroller = useRef<HTMLElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableSectionElement>({
    count: results.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => scaled(ESTIMATED_HEIGHT),
    getItemKey: (index) => results[index]?.order.id ?? index,
    overscan: 6,
  });
  const items = virtualizer.getVirtualItems();

  return (
    <section
      ref={scroller}
      className={classes['scroller']}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
      tabIndex={0}
      aria-label={t('results.name')}
    >
      <table className={classes['table']} aria-rowcount={results.length + 1}>
        <colgroup>
          <col width="16%" />
          <col width="30%" />
          <col width="21%" />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t('results.column.result')}</th>
            <th scope="col">{t('results.column.order')}</th>
            <th scope="col">{t('results.column.status')}</th>
            <th scope="col">{t('results.column.message')}</th>
          </tr>
        </thead>
        <RowsGap height={items[0]?.start ?? 0} />
        {items.map(({ index, key }) => {
          const result = results[index];
          return (
            result && (
              <tbody key={key} data-index={index} ref={virtualizer.measureElement}>
                <ResultRow
                  rowIndex={index + 2}
                  result={result}
                  name={resultName(result.outcome.result, 1)}
                  messages={messages(result)}
                />
              </tbody>
            )
          );
        })}
        <RowsGap height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
      </table>
    </section>
  );
}

interface ResultRowProps {
  /** Place among all rows of the table, counted from 1. */
  readonly rowIndex: number;
  readonly result: OrderResult;
  readonly name: string;
  readonly messages: readonly string[];
}

function ResultRow({ rowIndex, result, name, messages }: ResultRowProps) {
  const locale = useLocale();
  const { order, outcome } = result;
  const [message, ...reasons] = messages;
  const Icon = icons[outcome.result];
  return (
    <tr aria-rowindex={rowIndex}>
      <td className={classes['resultCell']}>
        <span className={classes['result']} data-result={outcome.result}>
          <Icon size={18} aria-hidden />
          {name}
        </span>
      </td>
      <td className={classes['orderCell']} translate="no">
        <span className={classes['name']}>{order.recipientName}</span>
        <span className={classes['ids']} title={order.id}>
          {order.refNumber ?? order.trackingNumber}
        </span>
      </td>
      <td className={classes['statusCell']}>
        <OrderStatusBadge status={statusAfter(result)} locale={locale} />
      </td>
      <td className={classes['messageCell']}>
        {message}
        {reasons.map((reason) => (
          <span key={reason} className={classes['reason']}>
            {reason}
          </span>
        ))}
        {outcome.result === 'error' && <CopyRequestId id={outcome.requestId} />}
      </td>
    </tr>
  );
}

type ShownResults = Result | 'all';

interface ResultFilterProps {
  readonly shown: ShownResults;
  readonly onShow: (shown: ShownResults) => void;
  readonly counts: Readonly<Record<ShownResults, number>>;
  readonly resultName: (result: Result, count: number) => string;
}

/** Offers the kinds that occur. */
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

function useOutcomeText(action: BulkActionName) {
  const { t, locale } = useTranslation('bulk');
  return {
    resultName: (result: Result, count: number): string =>
      t(result === 'success' ? `action.${action}.success` : `results.${result}`, { count }),
    /** Returns sentences beside the result's name, the reason of a failure last. */
    messages: ({ order, outcome }: OrderResult): string[] => {
      if (outcome.result === 'success') return [];
      if (outcome.result === 'error') return [t(`action.${action}.failed`), outcome.message];
      if (outcome.because === 'refused') return [outcome.message];
      if (outcome.because !== 'skipped') return [t(`results.${outcome.because}`)];
      return [reasonText({ order, reason: outcome.reason }, locale)];
    },
  };
}

/** Prints the labels of orders that were just marked ready. */
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

interface ActionRun {
  readonly action: BulkAction;
  readonly run: BulkRun;
}

function BulkResults({ action, run }: ActionRun) {
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
  // Failures show first.
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
        {action.undo && doneOrders(run).length > 0 && (
          <Button variant="default" {...pressedOnce(() => undoRun({ action, run }))}>
            {t('results.undo', { count: doneOrders(run).length })}
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

interface BulkPreflightProps extends ActionRun {
  readonly question: NonNullable<BulkAction['question']>;
}

/** Lists the affected and the skipped orders first. */
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

/** Closes by its buttons only during calls; leaving the page asks first. */
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
    shouldBlockFn: () => isBulkRunUnderWay() && currentSession() !== undefined,
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
      // The second click of the double click that opened it does not count.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {held && (
        <DialogStep key={isBusy ? 'busy' : phase}>
          {phase === 'asking' && question && <BulkPreflight {...held} question={question} />}
          {isBusy && <BulkProgress run={held.run} />}
          {phase === 'ended' && <BulkResults {...held} />}
        </DialogStep>
      )}
    </Modal>
  );
}

function DialogTitle({ action: { name, question }, run }: ActionRun) {
  const { t } = useTranslation('bulk');
  const isEnded = run.phase === 'ended';
  const count = isEnded ? doneOrders(run).length : run.round.length;
  if (isEnded && count === 0) return t(`action.${name}.doneNone`);
  if (isEnded) return t(`action.${name}.done`, { count });
  if (run.phase !== 'asking') return t(`action.${name}.running`, { count });
  return question && t(`question.${question}.${count > 0 ? 'ask' : 'askNone'}`, { count });
}
