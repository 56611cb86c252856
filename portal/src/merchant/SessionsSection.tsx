import { Badge, Button, Skeleton, Table } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ListedSession, sessionEndpoints } from '@portage/contract/users/sessions';
import { type MerchantUser, userEndpoints } from '@portage/contract/users/users';
import { useTranslation } from '../i18n/i18n.ts';
import { RichText } from '../i18n/RichText.tsx';
import { callApi } from '../lib/api.ts';
import { callQuery, readAgain } from '../lib/call-query.ts';
import { signOut } from '../lib/keep-session.ts';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { useMerchantFormat } from '../lib/merchant.ts';
import { notifyError, notifySuccess } from '../lib/notify.tsx';
import { Timestamp } from '../lib/Timestamp.tsx';
import { ActionsHeader } from '../ui/ActionsHeader.tsx';
import { LinkAnchor } from '../ui/links.tsx';
import { deviceOf } from './device-name.ts';
import { ProfileSection } from './ProfileSection.tsx';
import classes from './ProfileTable.module.css';

export function SessionsSection() {
  const { t } = useTranslation('merchant');
  const sessions = useQuery(callQuery(sessionEndpoints.list, {}));
  const text = (
    <RichText
      text={t('sessions.text')}
      parts={{
        // Underlined: color alone does not mark a link in text.
        change: <LinkAnchor inherit td="underline" to="." hash="password" />,
      }}
    />
  );
  return (
    <ProfileSection id="sessions" title={t('sessions.title')} text={text}>
      {sessions.data?.length === 0 && t('sessions.none')}
      {sessions.data && sessions.data.length > 0 && (
        <SessionsTable label={t('sessions.title')} sessions={sessions.data} />
      )}
      {sessions.isPending && <Skeleton height={80} />}
      <LoadFailed title={t('sessions.loadFailed')} query={sessions} />
    </ProfileSection>
  );
}

/** Ends sessions. `name` is the other user's, undefined for one's own. */
export function useEndSessions(name: string | undefined, end: () => Promise<unknown>) {
  const { t } = useTranslation('errors');
  return useMutation({
    mutationFn: end,
    onSuccess: () => notifySuccess({ title: t('success.sessionsEnded'), message: name }),
    onError: (cause) => notifyError({ title: t('error.couldNotEndSessions'), cause }),
    onSettled: () => readAgain(sessionEndpoints.list, userEndpoints.listSessions),
  });
}

interface SessionsTableProps {
  /** Accessible name. */
  readonly label: string;
  readonly sessions: readonly ListedSession[];
  /** The user's own without it. */
  readonly holder?: MerchantUser;
}

export function SessionsTable({ label, sessions, holder }: SessionsTableProps) {
  const { t } = useTranslation('merchant');
  return (
    <Table aria-label={label} className={`${classes['table']} ${classes['stacked']}`}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('sessions.device')}</Table.Th>
          <Table.Th>{t('sessions.startedAt')}</Table.Th>
          <Table.Th>{t('sessions.lastUsedAt')}</Table.Th>
          <ActionsHeader />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} holder={holder} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface SessionRowProps {
  readonly session: ListedSession;
  readonly holder: MerchantUser | undefined;
}

function SessionRow({ session, holder }: SessionRowProps) {
  const { t } = useTranslation('merchant');
  const format = useMerchantFormat();
  const { id, startedAt, lastUsedAt, userAgent, isCurrent } = session;
  const ending = useEndSessions(holder?.name, () =>
    holder
      ? callApi(userEndpoints.endSession, { params: { username: holder.username, id } })
      : callApi(sessionEndpoints.end, { params: { id } }),
  );
  const known = deviceOf(userAgent);
  const device = known ? t('sessions.deviceName', known) : t('sessions.unknownDevice');
  return (
    <Table.Tr>
      <Table.Td>
        {device}
        {isCurrent && (
          <Badge variant="light" ml="xs">
            {t('sessions.thisSession')}
          </Badge>
        )}
      </Table.Td>
      <Table.Td data-name={t('sessions.startedAt')}>
        <Timestamp at={startedAt} format={format} />
      </Table.Td>
      <Table.Td data-name={t('sessions.lastUsedAt')}>
        <Timestamp at={lastUsedAt} format={format} />
      </Table.Td>
      <Table.Td ta="right">
        <Button
          size="compact-xs"
          variant="default"
          loading={ending.isPending}
          aria-label={t('sessions.endOne', { device, at: format.shortDateTime(startedAt) })}
          onClick={() => (isCurrent ? void signOut() : ending.mutate())}
        >
          {t('sessions.end')}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}
