import { Badge, Button, Table } from '@mantine/core';
import type { ListedSession } from '@portage/contract/users/sessions';
import { useTranslation } from 'react-i18next';
import { Timestamp } from '../lib/Timestamp.tsx';
import { useFormat } from '../lib/use-format.ts';
import { deviceOf } from './device-name.ts';
import { ActionsHeader } from '../ui/ActionsHeader.tsx';
import classes from './ProfileTable.module.css';
import { type SessionHolder, useEndSession } from './use-sessions.ts';
import '@mantine/core/styles/Badge.layer.css';
import '@mantine/core/styles/Table.layer.css';

interface SessionsTableProps {
  /** What the table is called, for screen readers. */
  readonly label: string;
  readonly sessions: readonly ListedSession[];
  /** Whose sessions they are; the reader's own without it. */
  readonly holder?: SessionHolder;
  readonly timeZone: string;
}

/** Open sessions with their devices, and a way to sign out of each. */
export function SessionsTable({ label, sessions, holder, timeZone }: SessionsTableProps) {
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
          <SessionRow key={session.id} session={session} holder={holder} timeZone={timeZone} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface SessionRowProps {
  readonly session: ListedSession;
  readonly holder: SessionHolder | undefined;
  readonly timeZone: string;
}

function SessionRow({ session, holder, timeZone }: SessionRowProps) {
  const { t } = useTranslation('merchant');
  const format = useFormat(timeZone);
  const ending = useEndSession(holder);
  const { id, startedAt, lastUsedAt, userAgent, isCurrent } = session;
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
          onClick={() => ending.mutate({ id, isCurrent })}
        >
          {t('sessions.end')}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}
