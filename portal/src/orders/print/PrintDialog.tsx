import { Modal } from '@mantine/core';
import type { OrderSummary } from '@portage/contract/order-selection';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogStep } from '../../ui/DialogStep.tsx';
import { useFocusAfter } from '../../ui/use-focus-after.ts';
import { forgetZpl } from './preview/last-zpl.ts';
import { LabelPreview } from './preview/LabelPreview.tsx';
import { forgetPrints, type PrintRun, stopPrint, usePrintRun, whenPrinted } from './print-run.ts';
import { PrintPreflight } from './PrintPreflight.tsx';
import { PrintProgress } from './PrintProgress.tsx';
import { PrintQuestion } from './PrintQuestion.tsx';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

/** How long documents may be fetched before it shows, in milliseconds: most are there sooner. */
const PATIENCE = 400;

interface PrintDialogProps {
  /** Hears of orders that were printed. */
  readonly onPrinted: (orders: readonly OrderSummary[]) => void;
}

/**
 * The dialogs of whatever is being printed: what has no label yet, how far it is, how to go on after a
 * failure, and what the printer will make of the last file. Leaving the screen ends it.
 */
export function PrintDialog({ onPrinted }: PrintDialogProps) {
  const { t } = useTranslation('orders');
  const run = usePrintRun();
  const isLate = useIsLate(run?.phase === 'fetching');
  const isOpen = run !== undefined && (run.phase !== 'fetching' || isLate);
  // What is made is printed, and not by closing a dialog.
  const hasMade = run !== undefined && run.phase !== 'asking' && run.made > 0;
  const hearPrinted = useEffectEvent(onPrinted);
  useEffect(() => whenPrinted((orders) => hearPrinted(orders)), []);
  useEffect(
    () => () => {
      forgetPrints();
      forgetZpl();
    },
    [],
  );
  useFocusAfter(isOpen);
  return (
    <>
      <Modal
        opened={isOpen}
        onClose={stopPrint}
        title={run && t(titleOf(run))}
        size={run?.phase === 'failed' ? 560 : 'md'}
        withCloseButton={run?.phase !== 'fetching' && !hasMade}
        closeOnEscape={!hasMade}
        closeOnClickOutside={run?.phase === 'asking'}
        closeButtonProps={{ 'aria-label': t('print.close') }}
        transitionProps={{ duration: 0 }}
        centered
      >
        {run && isOpen && (
          <DialogStep key={run.phase}>
            {run.phase === 'asking' && <PrintPreflight {...run} />}
            {run.phase === 'fetching' && <PrintProgress {...run} />}
            {run.phase === 'failed' && <PrintQuestion {...run} />}
          </DialogStep>
        )}
      </Modal>
      <LabelPreview />
    </>
  );
}

/** Whether something has been going on for longer than one would wait without a word. */
function useIsLate(isGoingOn: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isGoingOn) return undefined;
    const timer = setTimeout(() => setLate(true), PATIENCE);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isGoingOn]);
  return isLate;
}

function titleOf(run: PrintRun) {
  if (run.phase === 'failed') {
    const [best] = run.offers;
    if (best === 'tryAgain') return 'print.again';
    return best === 'stop' ? 'print.onlyMade' : 'print.goOn';
  }
  if (run.phase === 'fetching') return `print.${run.job.documents}.fetching` as const;
  return run.job.orders.length > 0 ? 'print.someSkipped' : 'print.allSkipped';
}
