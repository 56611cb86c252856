import { Alert, Button, CopyButton, Group, Modal, SimpleGrid, Stack } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../save-file.ts';
import classes from './second-factor.module.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/SimpleGrid.layer.css';

interface RecoveryCodesDialogProps {
  /** New codes; the dialog is open while there are any. */
  readonly codes: readonly string[] | undefined;
  readonly onClose: () => void;
}

/** Shows recovery codes, this once: only its own button closes it. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { t } = useTranslation('secondFactor');
  const text = (codes ?? []).join('\n');
  const download = () => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), t('codes.file'));
  return (
    <Modal
      opened={codes !== undefined}
      onClose={onClose}
      title={t('codes.title')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Alert
          className={classes['warning'] ?? ''}
          icon={<IconAlertTriangle aria-hidden />}
          title={t('codes.warning')}
          role="note"
        >
          {t('codes.warningText')}
        </Alert>
        <SimpleGrid
          cols={{ base: 1, xs: 2 }}
          spacing="xs"
          component="ul"
          aria-label={t('codes.list')}
          className={classes['codes'] ?? ''}
        >
          {codes?.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </SimpleGrid>
        <Group gap="xs">
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                data-autofocus
                onClick={copy}
                leftSection={
                  copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
                }
              >
                {t(copied ? 'codes.copied' : 'codes.copy')}
              </Button>
            )}
          </CopyButton>
          <Button
            variant="default"
            onClick={download}
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('codes.download')}
          </Button>
          <Button onClick={onClose} ml="auto">
            {t('codes.done')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
