import {
  Alert,
  Anchor,
  Button,
  Modal,
  NativeSelect,
  Paper,
  Skeleton,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle, IconKey, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { DAY } from '@portage/contract/time';
import { sessionEndpoints } from '@portage/contract/users/sessions';
import {
  type NewServiceUser,
  type ServiceUser,
  type ServiceUserCredentials,
  userEndpoints,
} from '@portage/contract/users/users';
import { useTranslation } from '../i18n/i18n.ts';
import { RichText } from '../i18n/RichText.tsx';
import { callApi } from '../lib/api.ts';
import { appConfig } from '../lib/app-config.ts';
import { callQuery } from '../lib/call-query.ts';
import { serverTime, useMinute } from '../lib/clock.ts';
import { confirm } from '../lib/confirm.tsx';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { useMerchantFormat } from '../lib/merchant.ts';
import { notifyError, notifySuccess } from '../lib/notify.tsx';
import { OwnerOnly } from '../lib/OwnerOnly.tsx';
import { queryClient } from '../lib/query-client.ts';
import { Timestamp } from '../lib/Timestamp.tsx';
import { ActionsHeader } from '../ui/ActionsHeader.tsx';
import { CopyIcon, CopyText } from '../ui/CopyText.tsx';
import { FormDialog } from '../ui/Dialogs.tsx';
import { Empty } from '../ui/Empty.tsx';
import { pageWidth } from '../ui/page-width.ts';
import { IntegrationHead } from './IntegrationHead.tsx';
import classes from './ServiceUsersPage.module.css';

const serviceUsersQuery = callQuery(userEndpoints.listService, {});

/** Spec 2 §2, /serviceUser. */
export function ServiceUsersPage() {
  const { t } = useTranslation(['integrations', 'errors']);
  const query = useQuery(serviceUsersQuery);
  const { data: users, isPending } = query;
  // Shown once: `data` until the mutation is reset.
  const creation = useMutation({
    mutationFn: (body: NewServiceUser) => callApi(userEndpoints.createService, { body }),
    gcTime: 0,
    onSuccess: () => void queryClient.invalidateQueries(serviceUsersQuery),
    onError: (cause) => notifyError({ title: t('errors:error.couldNotCreateServiceUser'), cause }),
  });
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
            <Empty
              Icon={IconKey}
              title={t('serviceUsers.empty.title')}
              text={t('serviceUsers.empty.text')}
            >
              <Button onClick={() => setIsCreating(true)}>{t('serviceUsers.empty.action')}</Button>
            </Empty>
          </OwnerOnly>
        )}
        {isPending && <ServiceUsersSkeleton />}
        <LoadFailed title={t('errors:error.couldNotGetServiceUsers')} query={query} />
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

interface ServiceUserTableProps {
  readonly users: readonly ServiceUser[];
  /** Called once the list is read again: the focused row is gone. */
  readonly onRevoked: () => void;
}

function ServiceUserTable({ users, onRevoked }: ServiceUserTableProps) {
  const { t } = useTranslation(['integrations', 'errors']);
  const format = useMerchantFormat();
  const now = useMinute();
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (username: string) =>
      callApi(userEndpoints.revokeService, { params: { username } }),
    onSuccess: (_, username) =>
      notifySuccess({
        title: t('errors:success.serviceUserRevoked'),
        message: t('errors:success.serviceUserRevokedDescription', { username }),
      }),
    onError: (cause) => notifyError({ title: t('errors:error.couldNotRevokeServiceUser'), cause }),
    onSettled: async (_, error) => {
      await queryClient.invalidateQueries(serviceUsersQuery);
      if (!error) onRevoked();
    },
  });
  async function ask(username: string): Promise<void> {
    const isConfirmed = await confirm({
      title: t('revoke.title'),
      text: <RichText text={t('revoke.text', { username })} parts={{ name: <strong /> }} />,
      yes: t('revoke.confirm'),
      isDangerous: true,
    });
    if (isConfirmed) mutate(username);
  }
  return (
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
              <Timestamp at={createdAt} format={format} />
            </Table.Td>
            <Table.Td>
              <Timestamp at={lastUsedAt} format={format} none={t('serviceUsers.neverUsed')} />
            </Table.Td>
            <Table.Td>
              <Timestamp at={expiresAt} format={format} none={t('serviceUsers.noExpiry')} />
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
                  loading={isPending && variables === username}
                  onClick={() => void ask(username)}
                >
                  {t('serviceUsers.revoke')}
                </Button>
              </OwnerOnly>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Days. */
const LIFETIMES = { never: undefined, days90: 90, year: 365 } as const;
type Lifetime = keyof typeof LIFETIMES;

interface NewServiceUserDialogProps {
  readonly isOpen: boolean;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onCreate: (newServiceUser: NewServiceUser) => void;
}

function NewServiceUserDialog(props: NewServiceUserDialogProps) {
  const { isOpen, isPending, onClose, onCreate } = props;
  const { t } = useTranslation('integrations');
  const form = useForm<{ name: string; lifetime: Lifetime }>({
    initialValues: { name: '', lifetime: 'never' },
  });
  const create = form.onSubmit(({ name, lifetime }) => {
    const days = LIFETIMES[lifetime];
    onCreate({
      ...(name.trim() !== '' && { name }),
      ...(days !== undefined && { expiresAt: serverTime() + days * DAY }),
    });
    form.reset();
  });
  return (
    <FormDialog
      title={t('serviceUsers.create')}
      submitText={t('serviceUsers.confirmCreate')}
      isOpen={isOpen}
      isPending={isPending}
      onSubmit={create}
      onClose={onClose}
    >
      <TextInput
        label={t('serviceUsers.name')}
        description={t('serviceUsers.nameHelp')}
        maxLength={100}
        {...form.getInputProps('name')}
        data-autofocus
      />
      <NativeSelect
        label={t('serviceUsers.expires')}
        data={(Object.keys(LIFETIMES) as Lifetime[]).map((value) => ({
          value,
          label: t(`serviceUsers.lifetime.${value}`),
        }))}
        {...form.getInputProps('lifetime')}
      />
    </FormDialog>
  );
}

function ServiceUsersSkeleton() {
  return (
    <Stack gap="lg" p="lg" aria-hidden>
      <Skeleton height={16} width={220} />
      <Skeleton height={20} />
      <Skeleton height={20} />
    </Stack>
  );
}

interface CredentialsDialogProps {
  readonly credentials: ServiceUserCredentials | undefined;
  readonly onClose: () => void;
}

/** Closes by its button only, so that no credentials are lost. */
function CredentialsDialog({ credentials, onClose }: CredentialsDialogProps) {
  const { t } = useTranslation('integrations');
  return (
    <Modal
      opened={credentials !== undefined}
      onClose={onClose}
      title={t('credentials.title')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
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
  readonly isFocused?: boolean;
}

function Credential({ label, copyLabel, value, isFocused = false }: CredentialProps) {
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
        <CopyIcon
          text={value}
          label={copyLabel}
          size="md"
          iconSize={18}
          data-autofocus={isFocused || undefined}
        />
      }
    />
  );
}

function ApiSignIn() {
  const { t } = useTranslation('integrations');
  const base = new URL(appConfig().apiUrl, window.location.origin).href;
  return (
    <section>
      <Title order={2} mb={4}>
        {t('api.title')}
      </Title>
      <Text size="sm" maw="44rem">
        <RichText text={t('api.text')} parts={{ code: <code /> }} />
      </Text>
      <pre className={classes['example']}>
        <code>{exampleOf(`${base}${sessionEndpoints.signIn.path}`)}</code>
      </pre>
      <Anchor size="sm" href={`${base}/reference`} target="_blank" rel="noreferrer">
        {t('api.reference')}
      </Anchor>
    </section>
  );
}

function exampleOf(address: string): string {
  return [
    `curl ${address} \\`,
    `  --header 'Content-Type: application/json' \\`,
    `  --data '{"username": "…", "password": "…"}'`,
  ].join('\n');
}
