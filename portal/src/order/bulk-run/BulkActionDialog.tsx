import { Modal } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { currentSession } from '../../lib/session.ts';
import { DialogStep } from '../../ui/DialogStep.tsx';
import { useFocusAfter } from '../../ui/use-focus-after.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { type BulkAction, isOfShop, SAID_OF_SHOP } from './bulk-action.ts';
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
