import { Skeleton, Stack, Table, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../../lib/LoadFailed.tsx';
import { RunningActions } from '../../order/RunningActions.tsx';
import { useImports } from './import-calls.ts';
import { ActionsHeader } from '../../ui/ActionsHeader.tsx';
import classes from './ImportList.module.css';
import { ImportRow } from './ImportRow.tsx';

/** The merchant's last imports: how far each is, and what may be done with it. */
export function ImportList() {
  const { t } = useTranslation('bulkImport');
  const { data, error, isPending, dataUpdatedAt, refetch } = useImports();
  if (data?.imports.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-labelledby="imports">
      <Title order={2} id="imports">
        {t('imports.title')}
      </Title>
      {isPending && <Skeleton height={120} />}
      {error && !data && (
        <LoadFailed title={t('imports.failed')} error={error} onRetry={() => void refetch()} />
      )}
      {data && (
        <Table verticalSpacing="xs" aria-labelledby="imports" className={classes['list'] ?? ''}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('imports.files')}</Table.Th>
              <Table.Th>{t('imports.started')}</Table.Th>
              <Table.Th w="38%">{t('imports.state')}</Table.Th>
              <ActionsHeader />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.imports.map((one) => (
              <ImportRow key={one.id} one={one} readAt={dataUpdatedAt} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      <RunningActions />
    </Stack>
  );
}
