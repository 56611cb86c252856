import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { currentSession } from '../lib/session.ts';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

/** Asks before a draft that holds work is left: within the portal here, otherwise by the browser. */
export function LeaveDialog({ isUnsaved }: { readonly isUnsaved: boolean }) {
  const { t } = useTranslation('newOrder');
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isUnsaved && current.pathname !== next.pathname && currentSession() !== undefined,
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  });
  const isBlocked = blocker.status === 'blocked';

  return (
    <Modal
      opened={isBlocked}
      onClose={() => blocker.reset?.()}
      title={t('leave.title')}
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
