import { Anchor, Badge, Button, Skeleton, Table } from '@mantine/core';
import type { OwnSession } from '@portage/contract/sessions';
import { Link } from '@tanstack/react-router';
import { Trans, useTranslation } from 'react-i18next';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { Timestamp } from '../lib/Timestamp.tsx';
import { useFormat } from '../lib/use-format.ts';
import { deviceOf } from './device-name.ts';
import { ProfileSection } from './ProfileSection.tsx';
import classes from './ProfileTable.module.css';
import { useEndSession, useSessions } from './use-sessions.ts';
import '@mantine/core/styles/Badge.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import '@mantine/core/styles/Table.layer.css';

/** Where the reader is signed in, with a way to sign out of each. */
export function SessionsSection({ timeZone }: { readonly timeZone: string }) {
  const { t } = useTranslation('merchant');
  const sessions = useSessions();
  const text = (
    <Trans
      t={t}
      i18nKey="sessions.text"
      components={{
        // The words of the link are in the text; underlined, since color alone tells too little.
        change: (
          <Anchor
            inherit
            td="underline"
            renderRoot={(props) => <Link {...props} to="." hash="password" />}
          />
        ),
      }}
    />
  );
  return (
    <ProfileSection id="sessions" title={t('sessions.title')} text={text}>
      {sessions.data?.length === 0 && t('sessions.none')}
      {sessions.data && sessions.data.length > 0 && (
        <Table.ScrollContainer minWidth={520}>
          <Table aria-label={t('sessions.title')} className={classes['table'] ?? ''}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('sessions.device')}</Table.Th>
                <Table.Th>{t('sessions.startedAt')}</Table.Th>
                <Table.Th>{t('sessions.lastUsedAt')}</Table.Th>
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {sessions.data.map((session) => (
                <SessionRow key={session.id} session={session} timeZone={timeZone} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {sessions.isPending && <Skeleton height={80} />}
      {sessions.isError && !sessions.data && (
        <LoadFailed
          title={t('sessions.loadFailed')}
          error={sessions.error}
          onRetry={() => void sessions.refetch()}
        />
      )}
    </ProfileSection>
  );
}

interface SessionRowProps {
  readonly session: OwnSession;
  readonly timeZone: string;
}

function SessionRow({ session, timeZone }: SessionRowProps) {
  const { t } = useTranslation('merchant');
  const format = useFormat(timeZone);
  const ending = useEndSession();
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
      <Table.Td>
        <Timestamp at={startedAt} format={format} />
      </Table.Td>
      <Table.Td>
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
