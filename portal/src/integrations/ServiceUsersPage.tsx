import {
  Button,
  EmptyState,
  Paper,
  Skeleton,
  Stack,
  Group,
  Modal,
  NativeSelect,
  TextInput,
  Table,
  Text,
} from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation, Trans } from 'react-i18next';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { OwnerOnly } from '../lib/OwnerOnly.tsx';
import { pageWidth } from '../ui/page-width.ts';
import { ApiSignIn } from './ApiSignIn.tsx';
import { CredentialsDialog } from './CredentialsDialog.tsx';
import { IntegrationHead } from './IntegrationHead.tsx';
import { ActionsHeader } from '../ui/ActionsHeader.tsx';
import classes from './ServiceUsersPage.module.css';
import {
  type NewServiceUser,
  type ServiceUser,
  userEndpoints,
} from '@portage/contract/users/users';
import { useMerchant } from '../lib/merchant.ts';
import { useFormat } from '../lib/use-format.ts';
import { useMinute } from '../lib/use-minute.ts';
import { CopyText } from '../ui/CopyText.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../lib/api.ts';
import { callQuery } from '../lib/call-query.ts';
import { dismissErrors, notifyError, notifySuccess } from '../lib/notify.tsx';

const serviceUsersQuery = callQuery(userEndpoints.listService, {});

/** The merchant's service users, newest first. */
function useServiceUsers() {
  return useQuery(serviceUsersQuery);
}

/**
 * Creates a service user; its credentials are the mutation's `data` until it is reset. They are shown
 * once, so nothing keeps them longer.
 */
function useCreateServiceUser() {
  const { t } = useTranslation('errors');
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewServiceUser) => callApi(userEndpoints.createService, { body }),
    gcTime: 0,
    onMutate: dismissErrors,
    onSuccess: () => void queryClient.invalidateQueries(serviceUsersQuery),
    onError: (cause) => notifyError({ title: t('error.couldNotCreateServiceUser'), cause }),
  });
}

interface RevokeOptions {
  /** Called after any response of the server. */
  readonly onSettled: () => void;
  /** Called when the service user is revoked and gone from the list. */
  readonly onRevoked: () => void;
}

/** Revokes a service user and tells the reader how it went; the list is right afterwards either way. */
function useRevokeServiceUser({ onSettled, onRevoked }: RevokeOptions) {
  const { t } = useTranslation('errors');
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (username: string) =>
      callApi(userEndpoints.revokeService, { params: { username } }),
    onMutate: dismissErrors,
    onSuccess: (_, username) =>
      notifySuccess({
        about: 'settings',
        title: t('success.serviceUserRevoked'),
        message: t('success.serviceUserRevokedDescription', { username }),
      }),
    onError: (cause) => notifyError({ title: t('error.couldNotRevokeServiceUser'), cause }),
    onSettled: async (_, error) => {
      onSettled();
      await queryClient.invalidateQueries(serviceUsersQuery);
      if (!error) onRevoked();
    },
  });
}

interface RevokeDialogProps {
  /** The service user to revoke; the dialog is open while there is one. */
  readonly username: string | undefined;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
}

/** Says what will stop working before a service user is revoked. */
function RevokeDialog({ username, onClose, onRevoked }: RevokeDialogProps) {
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

interface ServiceUserTableProps {
  readonly users: readonly ServiceUser[];
  /** Called when one was revoked and its row, where the keyboard stood, is gone. */
  readonly onRevoked: () => void;
}

/** The merchant's service users, newest first, each with the way to revoke it. */
function ServiceUserTable({ users, onRevoked }: ServiceUserTableProps) {
  const { t } = useTranslation('integrations');
  const { data: merchant } = useMerchant();
  const timeZone = merchant?.timeZone;
  const now = useMinute();
  const [chosen, setChosen] = useState<string>();
  return (
    <>
      <Table aria-label={t('serviceUsers.title')} horizontalSpacing="lg" verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('serviceUsers.username')}</Table.Th>
            <Table.Th>{t('serviceUsers.createdAt')}</Table.Th>
            <Table.Th>{t('serviceUsers.lastUsedAt')}</Table.Th>
            <Table.Th>{t('serviceUsers.expires')}</Table.Th>
            <ActionsHeader />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {users.map(({ username, createdAt, name, lastUsedAt, expiresAt }) => (
            <Table.Tr key={username}>
              <Table.Td>
                {name !== undefined && <Text fw={600}>{name}</Text>}
                <CopyText text={username} label={t('serviceUsers.copyUsername', { username })} />
              </Table.Td>
              <Table.Td>
                <Timestamp at={createdAt} timeZone={timeZone} />
              </Table.Td>
              <Table.Td>
                {lastUsedAt === undefined ? (
                  t('serviceUsers.neverUsed')
                ) : (
                  <Timestamp at={lastUsedAt} timeZone={timeZone} />
                )}
              </Table.Td>
              <Table.Td>
                {expiresAt === undefined ? (
                  t('serviceUsers.noExpiry')
                ) : (
                  <Timestamp at={expiresAt} timeZone={timeZone} />
                )}
                {expiresAt !== undefined && expiresAt <= now && (
                  <Text size="xs" c="red.9" component="span" display="block">
                    {t('serviceUsers.expired')}
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="end">
                <OwnerOnly>
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={t('serviceUsers.revokeOne', { username })}
                    onClick={() => setChosen(username)}
                  >
                    {t('serviceUsers.revoke')}
                  </Button>
                </OwnerOnly>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <RevokeDialog username={chosen} onClose={() => setChosen(undefined)} onRevoked={onRevoked} />
    </>
  );
}

interface TimestampProps {
  readonly at: number;
  readonly timeZone: string | undefined;
}

/** A timestamp in short, with the full one as a tooltip. */
function Timestamp({ at, timeZone }: TimestampProps) {
  const { shortDateTime, fullDateTime } = useFormat(timeZone);
  return (
    <time dateTime={new Date(at).toISOString()} title={fullDateTime(at)}>
      {shortDateTime(at)}
    </time>
  );
}

const DAY = 24 * 60 * 60_000;

/** Lifetimes of credentials, in days. */
const LIFETIMES = { never: undefined, days90: 90, year: 365 } as const;
type Lifetime = keyof typeof LIFETIMES;
const lifetimes = Object.keys(LIFETIMES) as Lifetime[];

interface NewServiceUserDialogProps {
  readonly isOpen: boolean;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onCreate: (newServiceUser: NewServiceUser) => void;
}

/** Asks what new credentials are for and how long they work; neither has to be said. */
function NewServiceUserDialog(props: NewServiceUserDialogProps) {
  const { isOpen, isPending, onClose, onCreate } = props;
  const { t } = useTranslation(['integrations', 'common']);
  const [name, setName] = useState('');
  const [lifetime, setLifetime] = useState<Lifetime>('never');
  const create = () => {
    const days = LIFETIMES[lifetime];
    onCreate({
      ...(name.trim() !== '' && { name }),
      ...(days !== undefined && { expiresAt: Date.now() + days * DAY }),
    });
    setName('');
    setLifetime('never');
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('serviceUsers.create')}
      closeButtonProps={{ 'aria-label': t('common:cancel') }}
      centered
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create();
        }}
      >
        <Stack gap="md">
          <TextInput
            label={t('serviceUsers.name')}
            description={t('serviceUsers.nameHelp')}
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <NativeSelect
            label={t('serviceUsers.expires')}
            value={lifetime}
            onChange={({ currentTarget }) =>
              setLifetime(lifetimes.find((one) => one === currentTarget.value) ?? 'never')
            }
            data={lifetimes.map((one) => ({
              value: one,
              label: t(`serviceUsers.lifetime.${one}`),
            }))}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t('serviceUsers.confirmCreate')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** The merchant's API credentials: listed, created and revoked (spec 2 §2, /serviceUser). */
export function ServiceUsersPage() {
  const { t } = useTranslation(['integrations', 'errors']);
  const { data: users, error, isPending, refetch } = useServiceUsers();
  const creation = useCreateServiceUser();
  const [isCreating, setIsCreating] = useState(false);
  const list = useRef<HTMLElement>(null);
  return (
    <Stack gap="lg" maw={pageWidth.sections}>
      <IntegrationHead
        title={t('serviceUsers.title')}
        text={t('serviceUsers.description')}
        action={
          <OwnerOnly>
            <Button
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => setIsCreating(true)}
            >
              {t('serviceUsers.create')}
            </Button>
          </OwnerOnly>
        }
      />
      <Paper
        withBorder
        component="section"
        aria-label={t('serviceUsers.title')}
        ref={list}
        tabIndex={-1}
        className={classes['list'] ?? ''}
      >
        {users && users.length > 0 && (
          <ServiceUserTable users={users} onRevoked={() => list.current?.focus()} />
        )}
        {users?.length === 0 && (
          <OwnerOnly>
            <NoServiceUsers onCreate={() => setIsCreating(true)} />
          </OwnerOnly>
        )}
        {isPending && <ServiceUsersSkeleton />}
        {error && !users && (
          <LoadFailed
            title={t('errors:error.couldNotGetServiceUsers')}
            error={error}
            onRetry={() => void refetch()}
          />
        )}
      </Paper>
      <ApiSignIn />
      <NewServiceUserDialog
        isOpen={isCreating}
        isPending={creation.isPending}
        onClose={() => setIsCreating(false)}
        onCreate={(newServiceUser) =>
          creation.mutate(newServiceUser, { onSettled: () => setIsCreating(false) })
        }
      />
      <CredentialsDialog credentials={creation.data} onClose={creation.reset} />
    </Stack>
  );
}

/** Empty state, with the button for a first service user. */
function NoServiceUsers({ onCreate }: { readonly onCreate: () => void }) {
  const { t } = useTranslation('integrations');
  return (
    <EmptyState
      mx="auto"
      p="xl"
      maw={480}
      icon={<IconKey stroke={1.5} aria-hidden />}
      withIndicatorBackground
    >
      <EmptyState.Title order={2}>{t('serviceUsers.empty.title')}</EmptyState.Title>
      <EmptyState.Description>{t('serviceUsers.empty.text')}</EmptyState.Description>
      <EmptyState.Actions>
        <Button onClick={onCreate}>{t('serviceUsers.empty.action')}</Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}

/** The shape of the list while it is loaded. */
function ServiceUsersSkeleton() {
  return (
    <Stack gap="lg" p="lg" aria-hidden>
      <Skeleton height={16} width={220} />
      <Skeleton height={20} />
      <Skeleton height={20} />
    </Stack>
  );
}
