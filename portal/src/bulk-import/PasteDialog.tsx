import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

interface PasteDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Called with the pasted text, headers and rows. */
  readonly onPaste: (text: string) => void;
}

/** Takes rows that were copied in a spreadsheet; pasting is enough, typing is possible. */
export function PasteDialog({ isOpen, onClose, onPaste }: PasteDialogProps) {
  const { t } = useTranslation(['bulkImport', 'common']);
  const [text, setText] = useState('');

  function use(pasted: string) {
    onPaste(pasted);
    setText('');
    onClose();
  }

  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('paste.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('common:cancel') }}
    >
      <Stack>
        <Textarea
          label={t('paste.label')}
          description={t('paste.help')}
          rows={8}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          // A text of many thousand rows in a field would stop the page: it goes straight to the reader.
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain');
            if (text !== '' || !pasted.includes('\n')) return;
            event.preventDefault();
            use(pasted);
          }}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button disabled={text.trim() === ''} onClick={() => use(text)}>
            {t('paste.use')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
