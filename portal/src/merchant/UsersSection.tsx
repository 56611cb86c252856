import { Badge, Button, Group, Skeleton, Table, Text, Modal, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { secondFactorEndpoints } from '@portage/contract/users/second-factor';
import { type MerchantUser, type UserChanges, userEndpoints } from '@portage/contract/users/users';
import { useTranslation } from '../i18n/i18n.ts';
import { callApi } from '../lib/api.ts';
import { callQuery, resourceKey } from '../lib/call-query.ts';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { useMerchantFormat } from '../lib/merchant.ts';
import { notifyError, notifySuccess } from '../lib/notify.tsx';
import { OwnerOnly } from '../lib/OwnerOnly.tsx';
import { queryClient } from '../lib/query-client.ts';
import { useSession } from '../lib/session.ts';
import { Timestamp } from '../lib/Timestamp.tsx';
import { ActionsHeader } from '../ui/ActionsHeader.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import classes from './ProfileTable.module.css';
import { FactorRequirement, useFactorChange } from './SecondFactorSection.tsx';
import { SessionsTable, useEndSessions } from './SessionsSection.tsx';

function UserSessions({ user }: UserRowProps) {
  const { t } = useTranslation('merchant');
  const { username, name } = user;
  const sessions = useQuery(callQuery(userEndpoints.listSessions, { params: { username } }));
  const ending = useEndSessions(name, () =>
    callApi(userEndpoints.endSessions, { params: { username } }),
  );
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
        />
      )}
      {sessions.isPending && <Skeleton height={80} />}
      <LoadFailed title={t('users.sessionsFailed')} query={sessions} />
      <Button
        variant="default"
        ml="auto"
        loading={ending.isPending}
        onClick={() => ending.mutate()}
      >
        {t('users.endSessions')}
      </Button>
    </Stack>
  );
}

export function UsersSection() {
  const { t } = useTranslation('merchant');
  const users = useQuery(callQuery(userEndpoints.list, {}));
  return (
    <ProfileSection id="users" title={t('users.title')} text={t('users.text')}>
      {users.data && (
        <Table
          aria-label={t('users.title')}
          className={`${classes['table']} ${classes['stacked']}`}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="38%">{t('users.person')}</Table.Th>
              <Table.Th>{t('users.role')}</Table.Th>
              <Table.Th>{t('users.lastSignIn')}</Table.Th>
              <ActionsHeader />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {users.data.map((user) => (
              <UserRow key={user.username} user={user} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {users.data && <FactorRequirement />}
      {users.isPending && <Skeleton height={80} />}
      <LoadFailed title={t('users.loadFailed')} query={users} />
    </ProfileSection>
  );
}

interface UserRowProps {
  readonly user: MerchantUser;
}

function UserRow({ user }: UserRowProps) {
  const { t } = useTranslation('merchant');
  const format = useMerchantFormat();
  const { username, name, role, invitedAt, lastSignInAt, disabledAt } = user;
  const isDisabled = disabledAt !== undefined;
  return (
    <Table.Tr>
      <Table.Td className={classes['address'] ?? ''} translate="no">
        {name}
        <Text size="xs" c="dimmed">
          {username}
        </Text>
      </Table.Td>
      <Table.Td data-name={t('users.role')}>
        <span>
          {t(`users.roles.${role}`)}
          {isDisabled && (
            <Badge color="gray" variant="outline" ml="xs">
              {t('users.disabled')}
            </Badge>
          )}
        </span>
      </Table.Td>
      <Table.Td data-name={t('users.lastSignIn')}>
        {lastSignInAt === undefined ? (
          <span>
            {t('users.invited', { at: format.shortDateTime(invitedAt) })}
            {user.hasUndeliveredInvitation && (
              <Text size="xs" c="var(--mantine-color-error)" component="span" display="block">
                {t('users.undelivered')}
              </Text>
            )}
          </span>
        ) : (
          <Timestamp at={lastSignInAt} format={format} />
        )}
      </Table.Td>
      <Table.Td>
        <OwnerOnly>
          <UserActions user={user} />
        </OwnerOnly>
      </Table.Td>
    </Table.Tr>
  );
}

function UserActions({ user }: UserRowProps) {
  const { t } = useTranslation(['merchant', 'errors']);
  const [showsSessions, setShowsSessions] = useState(false);
  const isSelf = useSession()?.username === user.username;
  const { username, name, role, lastSignInAt } = user;
  const isDisabled = user.disabledAt !== undefined;
  const params = { username };
  const onSettled = () =>
    queryClient.invalidateQueries({ queryKey: resourceKey(userEndpoints.list) });
  const { mutate: change } = useMutation({
    mutationFn: (body: UserChanges) => callApi(userEndpoints.change, { params, body }),
    onSuccess: (changed) =>
      notifySuccess({ title: t('errors:success.userUpdated'), message: changed.name }),
    onError: (cause) => notifyError({ title: t('errors:error.couldNotUpdateUser'), cause }),
    onSettled,
  });
  // Sends the invitation again to a user who has never signed in.
  const inviting = useMutation({
    mutationFn: () => callApi(userEndpoints.invite, { params }),
    onSuccess: () =>
      notifySuccess({
        title: t('errors:success.invitationSent'),
        message: t('errors:success.userCreatedDescription', { email: username }),
      }),
    onError: (cause) => notifyError({ title: t('errors:error.couldNotSendInvitation'), cause }),
    onSettled,
  });
  const resetting = useFactorChange(
    () => callApi(secondFactorEndpoints.reset, { params }),
    'secondFactorReset',
  );
  const button = (text: string, label: string, onClick: () => void, loading = false) => (
    <Button
      size="compact-xs"
      variant="default"
      loading={loading}
      aria-label={label}
      onClick={onClick}
    >
      {text}
    </Button>
  );
  const own = (
    action: 'invite' | 'sessions' | 'resetFactor' | 'enable' | 'disable',
    onClick: () => void,
    loading = false,
  ) => button(t(`users.${action}`), t(`users.${action}One`, { name }), onClick, loading);
  const other = role === 'owner' ? 'member' : 'owner';
  return (
    <Group gap={4} justify="flex-end">
      {!isDisabled &&
        (lastSignInAt === undefined
          ? own('invite', () => inviting.mutate(), inviting.isPending)
          : own('sessions', () => setShowsSessions(true)))}
      {user.hasSecondFactor &&
        !isSelf &&
        own('resetFactor', () => resetting.mutate(), resetting.isPending)}
      {button(t(`users.make.${other}`), t(`users.makeOne.${other}`, { name }), () =>
        change({ role: other }),
      )}
      {own(isDisabled ? 'enable' : 'disable', () => change({ isDisabled: !isDisabled }))}
      <Modal
        opened={showsSessions}
        onClose={() => setShowsSessions(false)}
        title={t('users.sessionsOne', { name })}
        size={720}
        closeButtonProps={{ 'aria-label': t('users.close') }}
      >
        <UserSessions user={user} />
      </Modal>
    </Group>
  );
}
