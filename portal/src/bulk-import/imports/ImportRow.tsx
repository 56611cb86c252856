import { ActionIcon, Button, Group, Table, Text } from '@mantine/core';
import type { OrderImport } from '@portage/contract/imports';
import { IconDots, IconPrinter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMerchant } from '../../lib/merchant.ts';
import { useFormat } from '../../lib/use-format.ts';
import { paths } from '../../paths.ts';
import { MenuButton } from '../../ui/MenuButton.tsx';
import { pressedOnce } from '../../ui/pressed-once.ts';
import { isUnderWay, useImportActions } from './import-calls.ts';
import classes from './ImportList.module.css';
import { ImportQuestion } from './ImportQuestion.tsx';
import { ImportStatus } from './ImportStatus.tsx';

interface ImportRowProps {
  readonly one: OrderImport;
  /** When it was read, in milliseconds. */
  readonly readAt: number;
}

/** One import: its files, how far it is, and what may be done with it. */
export function ImportRow({ one, readAt }: ImportRowProps) {
  const { t } = useTranslation('bulkImport');
  const { data: merchant } = useMerchant();
  const { shortDateTime, fullDateTime } = useFormat(merchant?.timeZone);
  const { cancel, undo, download, print } = useImportActions(one);
  const [question, setQuestion] = useState<'cancel' | 'undo'>();
  const name = one.orderDetailsName ?? t('imports.pasted');
  const isRunning = one.state === 'QUEUED' || one.state === 'RUNNING';
  const hasOrders = one.created > 0 && one.undo === undefined;
  const hasFailures = one.failed > 0 || one.strayPackages > 0;
  return (
    <Table.Tr>
      <Table.Td maw={220}>
        <Text size="sm" fw={500} truncate title={name}>
          {name}
        </Text>
        <Text size="sm" c="dimmed" truncate title={one.orderPackagesName}>
          {one.orderPackagesName}
        </Text>
      </Table.Td>
      <Table.Td>
        <time dateTime={new Date(one.createdAt).toISOString()} title={fullDateTime(one.createdAt)}>
          {shortDateTime(one.createdAt)}
        </time>
        <Text size="xs" c="dimmed" truncate maw={180}>
          {t('imports.by', { name: one.createdBy })}
        </Text>
      </Table.Td>
      <Table.Td>
        <ImportStatus one={one} readAt={readAt} />
      </Table.Td>
      <Table.Td>
        <Group gap="xs" className={classes['actions'] ?? ''}>
          {hasOrders && (
            <Button
              variant="subtle"
              size="compact-sm"
              renderRoot={(props) => (
                <Link {...props} to={paths.orders()} search={{ import: one.id }} />
              )}
            >
              {t('imports.view')}
            </Button>
          )}
          {hasOrders && !isRunning && (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconPrinter size={16} aria-hidden />}
              loading={print.isPending}
              {...pressedOnce(() => print.mutate())}
            >
              {t('imports.print')}
            </Button>
          )}
          <MenuButton
            position="bottom-end"
            renderButton={(target) => (
              <ActionIcon {...target} variant="subtle" aria-label={t('imports.more', { name })}>
                <IconDots size={18} />
              </ActionIcon>
            )}
            renderItems={(Menu) => (
              <>
                <Menu.Item disabled={!hasFailures} onClick={() => download.mutate('orderDetails')}>
                  {t('imports.downloadDetails')}
                </Menu.Item>
                <Menu.Item disabled={!hasFailures} onClick={() => download.mutate('orderPackages')}>
                  {t('imports.downloadPackages')}
                </Menu.Item>
                {isRunning && (
                  <Menu.Item onClick={() => setQuestion('cancel')}>{t('imports.cancel')}</Menu.Item>
                )}
                <Menu.Item
                  disabled={!hasOrders || isUnderWay(one)}
                  onClick={() => setQuestion('undo')}
                >
                  {t('imports.undo')}
                </Menu.Item>
              </>
            )}
          />
        </Group>
        <ImportQuestion
          question={question}
          created={one.created}
          onClose={() => setQuestion(undefined)}
          onYes={() => (question === 'cancel' ? cancel : undo).mutate()}
        />
      </Table.Td>
    </Table.Tr>
  );
}
