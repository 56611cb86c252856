import { Button, Group, Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { pressedOnce } from '../../ui/pressed-once.ts';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

interface ImportQuestionProps {
  /** What is asked about; undefined while nothing is. */
  readonly question: 'cancel' | 'undo' | undefined;
  /** How many orders the import created. */
  readonly created: number;
  readonly onClose: () => void;
  readonly onYes: () => void;
}

/** Asks before an import is cancelled or undone. */
export function ImportQuestion({ question, created, onClose, onYes }: ImportQuestionProps) {
  const { t } = useTranslation('bulkImport');
  const { number } = useFormat();
  const isUndo = question === 'undo';
  const keep = t(isUndo ? 'imports.undoKeep' : 'imports.keep');
  return (
    <Modal
      opened={question !== undefined}
      onClose={onClose}
      title={t(isUndo ? 'imports.undoTitle' : 'imports.cancelTitle')}
      closeButtonProps={{ 'aria-label': keep }}
      transitionProps={{ duration: 0 }}
      centered
    >
      <Text mb="lg">
        {isUndo
          ? t('imports.undoText', { count: created, number: number(created) })
          : t('imports.cancelText')}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {keep}
        </Button>
        <Button
          color="red.9"
          {...pressedOnce(() => {
            onYes();
            onClose();
          })}
        >
          {isUndo
            ? t('imports.undoYes', { count: created, number: number(created) })
            : t('imports.cancelYes')}
        </Button>
      </Group>
    </Modal>
  );
}
