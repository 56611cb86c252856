import { Button, Modal, Skeleton, Stack, Text } from '@mantine/core';
import type { MerchantUser } from '@portage/contract/users';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { SessionsTable } from './SessionsTable.tsx';
import { useEndUserSessions, useUserSessions } from './use-sessions.ts';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';

interface UserSessionsProps {
  readonly user: MerchantUser;
  readonly timeZone: string;
}

interface UserSessionsDialogProps extends UserSessionsProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Where a person of the merchant is signed in, for an owner: with a way to sign out of each, and of all. */
export function UserSessionsDialog({ isOpen, onClose, ...shown }: UserSessionsDialogProps) {
  const { t } = useTranslation('merchant');
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('users.sessionsOne', { name: shown.user.name })}
      size={720}
      closeButtonProps={{ 'aria-label': t('users.close') }}
      centered
    >
      <UserSessions {...shown} />
    </Modal>
  );
}

function UserSessions({ user, timeZone }: UserSessionsProps) {
  const { t } = useTranslation('merchant');
  const { username, name } = user;
  const sessions = useUserSessions(username);
  const ending = useEndUserSessions();
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('users.sessionsText', { name })}
      </Text>
      {sessions.data?.length === 0 && <Text>{t('users.noSessions')}</Text>}
      {sessions.data && sessions.data.length > 0 && (
        <SessionsTable
          label={t('users.sessionsOne', { name })}
          sessions={sessions.data}
          holder={user}
          timeZone={timeZone}
        />
      )}
      {sessions.isPending && <Skeleton height={80} />}
      {sessions.isError && !sessions.data && (
        <LoadFailed
          title={t('users.sessionsFailed')}
          error={sessions.error}
          onRetry={() => void sessions.refetch()}
        />
      )}
      <Button
        variant="default"
        ml="auto"
        loading={ending.isPending}
        onClick={() => ending.mutate({ username, name })}
      >
        {t('users.endSessions')}
      </Button>
    </Stack>
  );
}
