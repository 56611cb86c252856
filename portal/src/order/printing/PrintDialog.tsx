import { Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogStep } from '../../ui/DialogStep.tsx';
import { useFocusAfter } from '../../ui/use-focus-after.ts';
import { forgetZpl } from './preview/last-zpl.ts';
import { LabelPreview } from './preview/LabelPreview.tsx';
import { forgetPrints, stopPrint } from './print-run.ts';
import { type PrintRun, usePrintRun } from './print-state.ts';
import { PrintPreflight } from './PrintPreflight.tsx';
import { PrintProgress } from './PrintProgress.tsx';
import { PrintQuestion } from './PrintQuestion.tsx';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

/** How long documents may be fetched before it shows, in milliseconds: most are there sooner. */
const PATIENCE = 400;

/**
 * The dialogs of whatever is being printed: what has no label yet, how far it is, how to go on after a
 * failure, and what the printer will make of the last file. Leaving the screen stops it.
 */
export function PrintDialog() {
  const { t } = useTranslation('orders');
  const run = usePrintRun();
  const isOpen = useIsOpen(run);
  // What is made is printed, and not by closing a dialog.
  const hasMade = run !== undefined && run.phase !== 'asking' && run.made > 0;
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
        size={600}
        withCloseButton={run?.phase !== 'fetching' && !hasMade}
        closeOnEscape={!hasMade}
        // The second click of a double click that opened it is no answer.
        closeOnClickOutside={false}
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

/**
 * Whether a run shows: it has been going on for longer than one would wait without a word, or has asked
 * something. It stays until the end, so that nothing below gets a click that was meant for it.
 */
function useIsOpen(run: PrintRun | undefined): boolean {
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

function titleOf(run: PrintRun) {
  if (run.phase === 'failed') {
    const [best] = run.offers;
    if (best === 'tryAgain') return 'print.again';
    return best === 'stop' ? 'print.onlyMade' : 'print.goOn';
  }
  if (run.phase === 'fetching') return `print.${run.job.documents}.fetching` as const;
  return run.job.orders.length > 0 ? 'print.someSkipped' : 'print.allSkipped';
}
