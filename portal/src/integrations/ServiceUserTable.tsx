import { Button, Table } from '@mantine/core';
import type { ServiceUser } from '@portage/contract/users';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMerchant } from '../lib/merchant.ts';
import { useFormat } from '../lib/use-format.ts';
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
  const { shortDateTime, fullDateTime } = useFormat(merchant?.timeZone);
  const [chosen, setChosen] = useState<string>();
  return (
    <>
      <Table aria-label={t('serviceUsers.title')} horizontalSpacing="lg" verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('serviceUsers.username')}</Table.Th>
            <Table.Th>{t('serviceUsers.createdAt')}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {users.map(({ username, createdAt }) => (
            <Table.Tr key={username}>
              <Table.Td>
                <CopyText text={username} label={t('serviceUsers.copyUsername', { username })} />
              </Table.Td>
              <Table.Td>
                <time dateTime={new Date(createdAt).toISOString()} title={fullDateTime(createdAt)}>
                  {shortDateTime(createdAt)}
                </time>
              </Table.Td>
              <Table.Td ta="end">
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t('serviceUsers.revokeOne', { username })}
                  onClick={() => setChosen(username)}
                >
                  {t('serviceUsers.revoke')}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <RevokeDialog username={chosen} onClose={() => setChosen(undefined)} onRevoked={onRevoked} />
    </>
  );
}
