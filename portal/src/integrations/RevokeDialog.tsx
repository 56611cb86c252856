import { Button, Group, Modal, Text } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { useRevokeServiceUser } from './service-users.ts';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

interface RevokeDialogProps {
  /** The service user to revoke; the dialog is open while there is one. */
  readonly username: string | undefined;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
}

/** Says what will stop working before a service user is revoked. */
export function RevokeDialog({ username, onClose, onRevoked }: RevokeDialogProps) {
  const { t } = useTranslation(['integrations', 'common']);
  const { mutate, isPending } = useRevokeServiceUser({ onSettled: onClose, onRevoked });
  return (
    <Modal
      opened={username !== undefined}
      onClose={onClose}
      title={t('revoke.title')}
      closeButtonProps={{ 'aria-label': t('common:cancel') }}
      centered
    >
      <Text mb="lg" style={{ overflowWrap: 'anywhere' }}>
        <Trans
          t={t}
          i18nKey="revoke.text"
          values={{ username }}
          components={{ name: <strong /> }}
        />
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common:cancel')}
        </Button>
        <Button
          color="red.9"
          loading={isPending}
          onClick={() => username !== undefined && mutate(username)}
        >
          {t('revoke.confirm')}
        </Button>
      </Group>
    </Modal>
  );
}
