import { ActionIcon, Button, Group, Table, Text, Modal, Progress } from '@mantine/core';
import type { OrderImport } from '@portage/contract/imports/imports';
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
import { type Pace, paceOf } from './import-pace.ts';

interface ImportStatusProps {
  readonly one: OrderImport;
  /** Timestamp of the reading, in ms. */
  readonly readAt: number;
}

/** Shows progress and pace of an import, or its result. */
function ImportStatus({ one, readAt }: ImportStatusProps) {
  const { t } = useTranslation('bulkImport');
  const { number } = useFormat();
  const { state, total, created, failed, undo } = one;
  const done = created + failed;
  const isRunning = state === 'QUEUED' || state === 'RUNNING';
  const pace = isRunning ? paceOf(one, readAt) : undefined;
  const notReached = isRunning ? 0 : total - done;
  const leftOut = [
    notReached > 0 && t('imports.notReached', { count: notReached, number: number(notReached) }),
    failed > 0 && t('imports.failures', { count: failed, number: number(failed) }),
    one.strayPackages > 0 &&
      t('imports.stray', { count: one.strayPackages, number: number(one.strayPackages) }),
  ].filter(Boolean);
  return (
    <div>
      <Text size="sm" fw={500}>
        {t(`imports.STATE.${state}`)}
        {isRunning && ` · ${t('imports.progress', { done: number(done), total: number(total) })}`}
      </Text>
      {isRunning && (
        <Progress
          value={total === 0 ? 0 : (100 * done) / total}
          my={4}
          aria-label={t(`imports.STATE.${state}`)}
        />
      )}
      {pace && <PaceText pace={pace} />}
      <Text size="sm" c="dimmed">
        {t('imports.created', { count: created, number: number(created) })}
        {leftOut.length > 0 && (
          <Text c="var(--mantine-color-error)" inherit span>
            {` · ${leftOut.join(' · ')}`}
          </Text>
        )}
      </Text>
      {undo && (
        <Text size="sm">
          {undo.state === 'RUNNING'
            ? t('imports.undoing', { deleted: number(undo.deleted), created: number(created) })
            : t('imports.undone', { count: undo.deleted, number: number(undo.deleted) })}
        </Text>
      )}
    </div>
  );
}

/** From this number of seconds on, minutes are shown. */
const LONG = 90;

function PaceText({ pace: { rowsPerSecond, secondsLeft } }: { readonly pace: Pace }) {
  const { t } = useTranslation('bulkImport');
  const { number } = useFormat();
  const left =
    secondsLeft < LONG
      ? t('imports.seconds', { number: number(Math.ceil(secondsLeft)) })
      : t('imports.minutes', { number: number(Math.ceil(secondsLeft / 60)) });
  return (
    <Text size="sm" c="dimmed" className="tabular-numbers">
      {t('imports.pace', { rate: number(Math.round(rowsPerSecond)), left })}
    </Text>
  );
}

interface ImportQuestionProps {
  /** The open confirmation, if any. */
  readonly question: 'cancel' | 'undo' | undefined;
  /** Orders that the import created. */
  readonly created: number;
  readonly onClose: () => void;
  readonly onYes: () => void;
}

/** Asks before an import is cancelled or undone. */
function ImportQuestion({ question, created, onClose, onYes }: ImportQuestionProps) {
  const { t } = useTranslation('bulkImport');
  const { number } = useFormat();
  const isUndo = question === 'undo';
  const keep = t(isUndo ? 'imports.undoKeep' : 'imports.keep');
  return (
    <Modal
      opened={question !== undefined}
      onClose={onClose}
      title={t(isUndo ? 'imports.undoTitle' : 'imports.cancelTitle')}
      closeButtonProps={{ 'aria-label': keep }}
      transitionProps={{ duration: 0 }}
      centered
    >
      <Text mb="lg">
        {isUndo
          ? t('imports.undoText', { count: created, number: number(created) })
          : t('imports.cancelText')}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {keep}
        </Button>
        <Button
          color="red.9"
          {...pressedOnce(() => {
            onYes();
            onClose();
          })}
        >
          {isUndo
            ? t('imports.undoYes', { count: created, number: number(created) })
            : t('imports.cancelYes')}
        </Button>
      </Group>
    </Modal>
  );
}

interface ImportRowProps {
  readonly one: OrderImport;
  /** Timestamp of the reading, in ms. */
  readonly readAt: number;
}

/** One import: its files, how far it is, and what may be done with it. */
export function ImportRow({ one, readAt }: ImportRowProps) {
  const { t } = useTranslation('bulkImport');
  const { data: merchant } = useMerchant();
  const { shortDateTime, fullDateTime } = useFormat(merchant?.timeZone);
  const { cancel, undo, download, results, print } = useImportActions(one);
  const [question, setQuestion] = useState<'cancel' | 'undo'>();
  const name = one.orderDetailsName ?? t('imports.pasted');
  const isRunning = one.state === 'QUEUED' || one.state === 'RUNNING';
  const hasOrders = one.created > 0 && one.undo === undefined;
  const notCreated = isRunning ? one.failed : one.total - one.created;
  const hasFailures = notCreated > 0 || one.strayPackages > 0;
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
                <IconDots size={18} aria-hidden />
              </ActionIcon>
            )}
            renderItems={(Menu) => (
              <>
                <Menu.Item disabled={one.created === 0} onClick={() => results.mutate()}>
                  {t('imports.downloadResults')}
                </Menu.Item>
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
