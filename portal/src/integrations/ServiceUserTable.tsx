import { Button, Table, Text } from '@mantine/core';
import type { ServiceUser } from '@portage/contract/users';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMerchant } from '../lib/merchant.ts';
import { OwnerOnly } from '../lib/OwnerOnly.tsx';
import { useFormat } from '../lib/use-format.ts';
import { useMinute } from '../lib/use-minute.ts';
import { CopyText } from '../ui/CopyText.tsx';
import { RevokeDialog } from './RevokeDialog.tsx';
import '@mantine/core/styles/Table.layer.css';

interface ServiceUserTableProps {
  readonly users: readonly ServiceUser[];
  /** Called when one was revoked and its row, where the keyboard stood, is gone. */
  readonly onRevoked: () => void;
}

/** The merchant's service users, newest first, each with the way to revoke it. */
export function ServiceUserTable({ users, onRevoked }: ServiceUserTableProps) {
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
            <Table.Td />
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
