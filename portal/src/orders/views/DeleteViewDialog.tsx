import { Button, Group, Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

interface DeleteViewDialogProps {
  readonly name: string;
  readonly isOpen: boolean;
  readonly isPending: boolean;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** Asks before a view is deleted; no order is. */
export function DeleteViewDialog(props: DeleteViewDialogProps) {
  const { name, isOpen, isPending, onDelete, onClose } = props;
  const { t } = useTranslation(['orderViews', 'common']);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('deleteTitle')}
      closeButtonProps={{ 'aria-label': t('common:cancel') }}
      returnFocus={false}
      centered
    >
      <Text mb="lg" style={{ overflowWrap: 'anywhere' }}>
        {t('deleteText', { name })}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common:cancel')}
        </Button>
        <Button color="red.9" loading={isPending} onClick={onDelete}>
          {t('deleteConfirm')}
        </Button>
      </Group>
    </Modal>
  );
}
