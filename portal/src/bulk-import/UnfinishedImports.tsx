import { ActionIcon, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../i18n/i18n.ts';
import { useMerchantFormat } from '../lib/merchant.ts';
import { notifyUndoable } from '../lib/notify-undoable.tsx';
import { notifyError } from '../lib/notify.tsx';
import { Timestamp } from '../lib/Timestamp.tsx';
import { focusPage } from '../ui/return-focus.ts';
import {
  forgetImport,
  keepImport,
  type KeptImport,
  listKeptImports,
  readKeptBytes,
} from './book/kept-imports.ts';
import { importOwner } from './import-work.ts';

interface UnfinishedImportsProps {
  readonly onContinue: (kept: KeptImport) => void;
}

export function UnfinishedImports({ onContinue }: UnfinishedImportsProps) {
  const { t } = useTranslation('bulkImport');
  const format = useMerchantFormat();
  const owner = importOwner();
  const { data: kept, refetch } = useQuery({
    queryKey: ['unfinishedImports', owner],
    queryFn: () => listKeptImports(owner, Date.now()).catch(() => []),
    gcTime: 0,
  });
  if (!kept?.length) return null;

  async function remove(one: KeptImport, name: string): Promise<void> {
    const bytes = await readKeptBytes(one.id);
    await forgetImport(one.id);
    focusPage();
    await refetch();
    notifyUndoable({
      title: t('unfinished.deleted', { name }),
      onUndo: () => {
        keepImport(one, { bytes, areNew: true, since: undefined })
          .then(() => refetch())
          .catch((cause: unknown) => notifyError({ title: t('unfinished.notRestored'), cause }));
      },
    });
  }

  return (
    <Stack gap="xs" component="section" aria-labelledby="unfinished">
      <Title order={2} id="unfinished">
        {t('unfinished.title')}
      </Title>
      {kept.map((one) => {
        const name = one.files.orderDetails?.name ?? t('imports.pasted');
        const rows = t('choose.rows', { count: one.rows });
        return (
          <Paper key={one.id} withBorder px="md" py="xs">
            <Group justify="space-between" wrap="nowrap">
              <div style={{ minWidth: 0 }}>
                <Text fw={500} truncate title={name}>
                  {name}
                </Text>
                <Text size="sm" c="dimmed">
                  {rows} · <Timestamp at={one.savedAt} format={format} />
                </Text>
              </div>
              <Group gap="xs" wrap="nowrap">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('unfinished.continueNamed', { name })}
                  onClick={() => onContinue(one)}
                >
                  {t('unfinished.continue')}
                </Button>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={t('unfinished.delete', { name })}
                  onClick={() => void remove(one, name)}
                >
                  <IconTrash size={18} aria-hidden />
                </ActionIcon>
              </Group>
            </Group>
          </Paper>
        );
      })}
    </Stack>
  );
}
