import { Badge, Button, Group, Skeleton, Table, Text, Modal, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
import { FactorRequirement, useResetFactors } from './SecondFactorSection.tsx';
import { SessionsTable, useEndUserSessions } from './SessionsSection.tsx';

function UserSessions({ user }: UserRowProps) {
  const { t } = useTranslation('merchant');
  const { username, name } = user;
  const sessions = useQuery(callQuery(userEndpoints.listSessions, { params: { username } }));
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
        />
      )}
      {sessions.isPending && <Skeleton height={80} />}
      <LoadFailed title={t('users.sessionsFailed')} query={sessions} />
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

interface Change {
  readonly username: string;
  readonly changes: UserChanges;
}

function useChangeUser() {
  const { t } = useTranslation('errors');
  return useMutation({
    mutationFn: ({ username, changes }: Change) =>
      callApi(userEndpoints.change, { params: { username }, body: changes }),
    onSuccess: ({ name }) => notifySuccess({ title: t('success.userUpdated'), message: name }),
    onError: (cause) => notifyError({ title: t('error.couldNotUpdateUser'), cause }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: resourceKey(userEndpoints.list) }),
  });
}

/** Sends the invitation again to a user who has never signed in. */
function useInviteAgain() {
  const { t } = useTranslation('errors');
  return useMutation({
    mutationFn: (username: string) => callApi(userEndpoints.invite, { params: { username } }),
    onSuccess: (_, email) =>
      notifySuccess({
        title: t('success.invitationSent'),
        message: t('success.userCreatedDescription', { email }),
      }),
    onError: (cause) => notifyError({ title: t('error.couldNotSendInvitation'), cause }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: resourceKey(userEndpoints.list) }),
  });
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
  const { t } = useTranslation('merchant');
  const changing = useChangeUser();
  const inviting = useInviteAgain();
  const [showsSessions, setShowsSessions] = useState(false);
  const resetting = useResetFactors();
  const isSelf = useSession()?.username === user.username;
  const { username, name, role, lastSignInAt, disabledAt } = user;
  const isDisabled = disabledAt !== undefined;
  const change = (changes: UserChanges) => changing.mutate({ username, changes });
  const other = role === 'owner' ? 'member' : 'owner';
  return (
    <Group gap={4} justify="flex-end">
      {lastSignInAt === undefined && !isDisabled && (
        <Button
          size="compact-xs"
          variant="default"
          loading={inviting.isPending}
          aria-label={t('users.inviteOne', { name })}
          onClick={() => inviting.mutate(username)}
        >
          {t('users.invite')}
        </Button>
      )}
      {lastSignInAt !== undefined && !isDisabled && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t('users.sessionsOne', { name })}
          onClick={() => setShowsSessions(true)}
        >
          {t('users.sessions')}
        </Button>
      )}
      {user.hasSecondFactor && !isSelf && (
        <Button
          size="compact-xs"
          variant="default"
          loading={resetting.isPending}
          aria-label={t('users.resetFactorOne', { name })}
          onClick={() => resetting.mutate(username)}
        >
          {t('users.resetFactor')}
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t(`users.makeOne.${other}`, { name })}
        onClick={() => change({ role: other })}
      >
        {t(`users.make.${other}`)}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t(isDisabled ? 'users.enableOne' : 'users.disableOne', { name })}
        onClick={() => change({ isDisabled: !isDisabled })}
      >
        {t(isDisabled ? 'users.enable' : 'users.disable')}
      </Button>
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
