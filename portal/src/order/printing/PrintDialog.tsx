import { Modal, Button, Group, Stack, Text, Progress } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/i18n.ts';
import { DialogStep } from '../../ui/Dialogs.tsx';
import { pressedOnce, softDisabled } from '../../ui/pressed-once.ts';
import { useFocusAfter } from '../../ui/return-focus.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { SkippedOrders } from '../bulk-run/BulkActionDialog.tsx';
import { ChoosePrinter } from './ChoosePrinter.tsx';
import { type Decision, comesInParts } from './fetch-documents.ts';
import { LabelPreview } from './LabelPreview.tsx';
import { forgetPrints, stopPrint, startPrint, printOn } from './print-run.ts';
import { type PrintRun, type PrintRunIn, usePrintRun } from './print-state.ts';
import classes from './PrintDialog.module.css';

/** Prints made labels in any case. */
function PrintQuestion({ failure, offers, decide, made }: PrintRunIn<'failed'>) {
  const { t } = useTranslation('orders');
  const [best] = offers;
  const isMobile = useIsMobile();
  // The texts of made labels need more room than a row of three has.
  const isStacked = isMobile || (made > 0 && offers.length > 2);
  // The best offer is last in a row and first in a stack, and takes the focus.
  const inPlace = isStacked ? offers : offers.toReversed();

  function wordsOf(offer: Decision): string {
    if (offer !== 'stop' || made === 0) return t(`print.decision.${offer}`);
    const count = made;
    return offer === best ? t('print.printThese', { count }) : t('print.stopAndPrint', { count });
  }

  return (
    <Stack gap="sm">
      <div>
        {failure.order && (
          <Text fw={600} translate="no">
            {failure.order.recipientName}
          </Text>
        )}
        <Text>{failure.reason}</Text>
      </div>
      <Text size="sm" c="dimmed">
        {made > 0 && `${t('print.madeSoFar', { count: made })} `}
        {t('print.nothingYet')}
      </Text>
      <div className={classes['buttons']} data-stacked={isStacked}>
        {inPlace.map((offer) => (
          <Button
            key={offer}
            variant={offer === best ? 'filled' : 'default'}
            className={classes['button'] ?? ''}
            data-autofocus={offer === best || undefined}
            {...pressedOnce(() => decide(offer))}
          >
            {wordsOf(offer)}
          </Button>
        ))}
      </div>
    </Stack>
  );
}

/** One text from the beginning, so that a click keeps its meaning. */
function PrintProgress({ job, done }: PrintRunIn<'fetching'>) {
  const { t } = useTranslation('orders');
  const total = job.orders.length;
  const text = t('print.progress', { done, total });
  // A batch is one call, without progress.
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
          {...softDisabled(isOver)}
          data-autofocus
        >
          {t(isInParts ? 'print.decision.stop' : 'print.cancel')}
        </Button>
      </Group>
    </Stack>
  );
}

function PrintPreflight({ job, unprintable }: PrintRunIn<'asking'>) {
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

/** Delay before the progress shows, in milliseconds. */
const PATIENCE = 400;

/** Leaving the screen stops printing. */
export function PrintDialog() {
  const { t } = useTranslation('orders');
  const held = usePrintRun();
  const isChoosing = held?.phase === 'choosing';
  const run = isChoosing ? undefined : held;
  const isOpen = useIsOpen(run);
  // Made labels are printed: closing is not offered.
  const hasMade = run !== undefined && run.phase !== 'asking' && run.made > 0;
  useEffect(() => forgetPrints, []);
  useFocusAfter(isOpen);
  return (
    <>
      <Modal
        opened={isOpen}
        onClose={stopPrint}
        title={run && t(titleOf(run))}
        size={600}
        withCloseButton={run?.phase !== 'fetching' && !hasMade}
        closeOnEscape={!hasMade}
        // The second click of the double click that opened it does not count.
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': t('print.close') }}
      >
        {run && isOpen && (
          <DialogStep key={run.phase}>
            {run.phase === 'asking' && <PrintPreflight {...run} />}
            {run.phase === 'fetching' && <PrintProgress {...run} />}
            {run.phase === 'failed' && <PrintQuestion {...run} />}
          </DialogStep>
        )}
      </Modal>
      {isChoosing && (
        <ChoosePrinter submitText={t('printer.print')} onChosen={printOn} onClose={stopPrint} />
      )}
      <LabelPreview />
    </>
  );
}

type ShownRun = Exclude<PrintRun, { phase: 'choosing' }>;

/** Opens late, or for a question, and stays until the end. */
function useIsOpen(run: ShownRun | undefined): boolean {
  const [isShown, setShown] = useState(false);
  const isGoingOn = run !== undefined;
  if (isGoingOn && run.phase !== 'fetching' && !isShown) setShown(true);
  useEffect(() => {
    if (!isGoingOn) return undefined;
    const timer = setTimeout(() => setShown(true), PATIENCE);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [isGoingOn]);
  return isGoingOn && isShown;
}

function titleOf(run: ShownRun) {
  if (run.phase === 'failed') {
    const [best] = run.offers;
    if (best === 'tryAgain') return 'print.again';
    return best === 'stop' ? 'print.onlyMade' : 'print.goOn';
  }
  if (run.phase === 'fetching') return `print.${run.job.documents}.fetching` as const;
  return run.job.orders.length > 0 ? 'print.someSkipped' : 'print.allSkipped';
}
