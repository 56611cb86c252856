import { Modal } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { currentSession } from '../../lib/session.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import type { BulkAction } from './bulk-action.ts';
import { type BulkRun, doneOrders, isUnderWay } from './bulk-run.ts';
import { closeBulkRun, useBulkRun } from './bulk-run-store.ts';
import { BulkPreflight } from './BulkPreflight.tsx';
import { BulkProgress } from './BulkProgress.tsx';
import { BulkResults } from './BulkResults.tsx';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

/**
 * The dialog of whichever bulk action is asked for, under way or just ended. Only its own buttons
 * close it while calls are under way, and the page is not left without asking.
 */
export function BulkActionDialog() {
  const { t } = useTranslation('bulk');
  const isMobile = useIsMobile();
  const held = useBulkRun();
  const phase = held?.run.phase;
  const question = held?.action.question;
  const isBusy = held !== undefined && isUnderWay(held.run);
  useBlocker({
    // A session that has ended leads to the sign-in page all the same.
    shouldBlockFn: () => isBusy && currentSession() !== undefined,
    enableBeforeUnload: () => isBusy,
  });
  return (
    <Modal
      opened={held !== undefined}
      onClose={closeBulkRun}
      title={held && <DialogTitle {...held} />}
      size={phase === 'ended' ? 1040 : 'md'}
      fullScreen={isMobile && phase === 'ended'}
      withCloseButton={!isBusy}
      closeOnEscape={!isBusy}
      closeOnClickOutside={phase === 'asking'}
      closeButtonProps={{ 'aria-label': t('close') }}
      transitionProps={{ duration: 0 }}
      centered
    >
      {held && (
        <Step key={isBusy ? 'busy' : phase}>
          {phase === 'asking' && question && (
            <BulkPreflight run={held.run} action={held.action} question={question} />
          )}
          {isBusy && <BulkProgress run={held.run} />}
          {phase === 'ended' && <BulkResults {...held} />}
        </Step>
      )}
    </Modal>
  );
}

/**
 * A step begins at its own button: the one that was pressed before is gone, and the focus with it.
 * The first is left to the dialog, which has to see where the focus came from.
 */
function Step({ children }: { readonly children: ReactNode }) {
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    step.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  return <div ref={step}>{children}</div>;
}

interface DialogTitleProps {
  readonly action: BulkAction;
  readonly run: BulkRun;
}

function DialogTitle({ action: { name, question }, run }: DialogTitleProps) {
  const { t } = useTranslation('bulk');
  const isEnded = run.phase === 'ended';
  const count = isEnded ? doneOrders(run).length : run.round.length;
  if (isEnded) return t(`action.${name}.${count > 0 ? 'done' : 'doneNone'}`, { count });
  if (run.phase !== 'asking') return t(`action.${name}.running`, { count });
  return question && t(`question.${question}.${count > 0 ? 'ask' : 'askNone'}`, { count });
}
