import { ActionIcon, Alert, Button, CopyButton, Modal, Stack, TextInput } from '@mantine/core';
import type { ServiceUserCredentials } from '@portage/contract/users/users';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './CredentialsDialog.module.css';

interface CredentialsDialogProps {
  /** New credentials; the dialog is open while there are any. */
  readonly credentials: ServiceUserCredentials | undefined;
  readonly onClose: () => void;
}

/** Shows new credentials, this once: only its own button closes it, so that no slip of the hand loses them. */
export function CredentialsDialog({ credentials, onClose }: CredentialsDialogProps) {
  const { t } = useTranslation('integrations');
  return (
    <Modal
      opened={credentials !== undefined}
      onClose={onClose}
      title={t('credentials.title')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      centered
      size="lg"
    >
      {credentials && (
        <Stack gap="md">
          <Alert
            icon={<IconAlertTriangle aria-hidden />}
            title={t('credentials.warning')}
            role="note"
            className={classes['warning'] ?? ''}
          >
            {t('credentials.warningText')}
          </Alert>
          <Credential
            label={t('credentials.username')}
            copyLabel={t('credentials.copyUsername')}
            value={credentials.username}
          />
          <Credential
            label={t('credentials.password')}
            copyLabel={t('credentials.copyPassword')}
            value={credentials.password}
            isFocused
          />
          <Button onClick={onClose} mt="xs" ml="auto">
            {t('credentials.done')}
          </Button>
        </Stack>
      )}
    </Modal>
  );
}

interface CredentialProps {
  readonly label: string;
  readonly copyLabel: string;
  readonly value: string;
  /** Focuses its copy button when the dialog opens. */
  readonly isFocused?: boolean;
}

function Credential({ label, copyLabel, value, isFocused = false }: CredentialProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={label}
      value={value}
      readOnly
      autoComplete="off"
      spellCheck={false}
      classNames={{ input: classes['value'] ?? '' }}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <ActionIcon
              variant="subtle"
              color="gray"
              onClick={copy}
              data-autofocus={isFocused || undefined}
              aria-label={copied ? t('notification.copied') : copyLabel}
              title={copyLabel}
            >
              {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
            </ActionIcon>
          )}
        </CopyButton>
      }
    />
  );
}
