import { Button, Group, Modal, Text } from '@mantine/core';
import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { currentSession } from './session.ts';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

interface LeaveDialogProps {
  readonly title: string;
  readonly isUnsaved: boolean;
  /** Whether going somewhere leads away from the work; by default another page does. */
  readonly isLeaving?: (going: Parameters<ShouldBlockFn>[0]) => boolean;
}

/** Asks before unsaved work is left, and goes on once it is saved. */
export function LeaveDialog({ title, isUnsaved, isLeaving = toOtherPage }: LeaveDialogProps) {
  const { t } = useTranslation();
  const blocker = useBlocker({
    shouldBlockFn: (going) => isUnsaved && isLeaving(going) && currentSession() !== undefined,
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  });
  const isBlocked = blocker.status === 'blocked';
  const { proceed } = blocker;
  useEffect(() => {
    if (!isUnsaved) proceed?.();
  }, [isUnsaved, proceed]);

  return (
    <Modal
      opened={isBlocked}
      onClose={() => blocker.reset?.()}
      title={title}
      closeButtonProps={{ 'aria-label': t('leave.stay') }}
      centered
    >
      <Text mb="lg">{t('leave.text')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => blocker.reset?.()} data-autofocus>
          {t('leave.stay')}
        </Button>
        <Button color="red.9" onClick={() => blocker.proceed?.()}>
          {t('leave.discard')}
        </Button>
      </Group>
    </Modal>
  );
}

const toOtherPage = ({ current, next }: Parameters<ShouldBlockFn>[0]) =>
  current.pathname !== next.pathname;
