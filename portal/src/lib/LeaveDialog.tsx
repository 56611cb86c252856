import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { ConfirmDialog } from '../ui/Dialogs.tsx';
import { currentSession } from './session.ts';

interface LeaveDialogProps {
  readonly title: string;
  readonly isUnsaved: boolean;
  /** Decides what counts as leaving: by default any other page. */
  readonly isLeaving?: (going: Parameters<ShouldBlockFn>[0]) => boolean;
}

/** Asks before unsaved work is lost. */
export function LeaveDialog({ title, isUnsaved, isLeaving = toOtherPage }: LeaveDialogProps) {
  const { t } = useTranslation();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: (going) => isUnsaved && isLeaving(going) && currentSession() !== undefined,
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  });
  useEffect(() => {
    if (!isUnsaved) proceed?.();
  }, [isUnsaved, proceed]);
  return (
    <ConfirmDialog
      isOpen={status === 'blocked'}
      title={title}
      text={t('leave.text')}
      yes={t('leave.discard')}
      no={t('leave.stay')}
      isDangerous
      onYes={() => proceed?.()}
      onNo={() => reset?.()}
    />
  );
}

const toOtherPage = ({ current, next }: Parameters<ShouldBlockFn>[0]) =>
  current.pathname !== next.pathname;
