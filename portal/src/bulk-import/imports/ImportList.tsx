import {
  Skeleton,
  Stack,
  Table,
  Title,
  ActionIcon,
  Button,
  Group,
  Text,
  Progress,
} from '@mantine/core';
import { IconDots, IconPrinter } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { type OrderImport, importEndpoints } from '@portage/contract/imports/imports';
import { useTranslation } from '../../i18n/i18n.ts';
import { callApi } from '../../lib/api.ts';
import { callQuery } from '../../lib/call-query.ts';
import { saveFile } from '../../lib/download.ts';
import { LoadFailed } from '../../lib/LoadFailed.tsx';
import { useMerchantFormat } from '../../lib/merchant.ts';
import { notifyError } from '../../lib/notify.tsx';
import { IMPORT_POLL, isCreating, isUnderWay } from '../../order/import-progress.ts';
import { useImportActions, useImportWords } from '../../order/ImportBar.tsx';
import { RunningActions } from '../../order/start-actions.tsx';
import { paths } from '../../paths.ts';
import { ActionsHeader } from '../../ui/ActionsHeader.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { MenuButton } from '../../ui/MenuButton.tsx';
import { pressedOnce } from '../../ui/pressed-once.ts';
import classes from './ImportList.module.css';

/** Per second; the rest in seconds. */
interface Pace {
  readonly rowsPerSecond: number;
  readonly secondsLeft: number;
}

/** Undefined before its first rows. */
export function paceOf(
  { startedAt, created, failed, total }: OrderImport,
  now: number,
): Pace | undefined {
  const done = created + failed;
  if (startedAt === undefined || done === 0 || now <= startedAt) return undefined;
  const rowsPerSecond = done / ((now - startedAt) / 1000);
  return { rowsPerSecond, secondsLeft: (total - done) / rowsPerSecond };
}

/** Newest first; polled while one is under way. */
const importsQuery = queryOptions({
  ...callQuery(importEndpoints.list, { query: { limit: 10 } }),
  refetchInterval: ({ state }) => (state.data?.imports.some(isUnderWay) ? IMPORT_POLL : false),
});

interface ImportListProps {
  /** Called with the id of an import whose left-out rows are to be fixed. */
  readonly onFix: (id: string) => void;
}

export function ImportList({ onFix }: ImportListProps) {
  const { t } = useTranslation('bulkImport');
  const imports = useQuery(importsQuery);
  const { data, isPending, dataUpdatedAt } = imports;
  if (data?.imports.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-labelledby="imports">
      <Title order={2} id="imports">
        {t('imports.title')}
      </Title>
      {isPending && <Skeleton height={120} />}
      <LoadFailed title={t('imports.failed')} query={imports} />
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
              <ImportRow key={one.id} one={one} readAt={dataUpdatedAt} onFix={onFix} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      <RunningActions />
    </Stack>
  );
}

const SAVED_AS = {
  results: 'created_orders.csv',
  orderDetails: 'failed_orders.csv',
  orderPackages: 'failed_packages.csv',
} as const;

interface ImportRowProps extends ImportListProps {
  readonly one: OrderImport;
  readonly readAt: number;
}

function ImportRow({ one, readAt, onFix }: ImportRowProps) {
  const { t } = useTranslation('bulkImport');
  const { shortDateTime, fullDateTime } = useMerchantFormat();
  const { cancel, undo, print } = useImportActions(one);
  const { mutate: save } = useMutation({
    async mutationFn(what: keyof typeof SAVED_AS) {
      const params = { id: one.id };
      const file =
        what === 'results'
          ? await callApi(importEndpoints.results, { params })
          : await callApi(importEndpoints.failures, { params, query: { file: what } });
      saveFile(file, SAVED_AS[what]);
    },
    onError: (cause) => notifyError({ title: t('imports.couldNotDownload'), cause }),
  });
  const name = one.orderDetailsName ?? t('imports.pasted');
  const isRunning = isCreating(one);
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
            <LinkButton
              variant="subtle"
              size="compact-sm"
              to={paths.orders()}
              search={{ import: one.id }}
            >
              {t('imports.view')}
            </LinkButton>
          )}
          {hasFailures && !isRunning && (
            <Button variant="subtle" size="compact-sm" onClick={() => onFix(one.id)}>
              {t('imports.fix', { count: notCreated + one.strayPackages })}
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
                <Menu.Item disabled={one.created === 0} onClick={() => save('results')}>
                  {t('imports.downloadResults')}
                </Menu.Item>
                <Menu.Item disabled={!hasFailures} onClick={() => save('orderDetails')}>
                  {t('imports.downloadDetails')}
                </Menu.Item>
                <Menu.Item disabled={!hasFailures} onClick={() => save('orderPackages')}>
                  {t('imports.downloadPackages')}
                </Menu.Item>
                {isRunning && (
                  <Menu.Item onClick={() => void cancel()}>{t('imports.cancel')}</Menu.Item>
                )}
                <Menu.Item disabled={!hasOrders || isUnderWay(one)} onClick={() => void undo()}>
                  {t('imports.undo')}
                </Menu.Item>
              </>
            )}
          />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

interface ImportStatusProps {
  readonly one: OrderImport;
  readonly readAt: number;
}

function ImportStatus({ one, readAt }: ImportStatusProps) {
  const { t } = useTranslation('bulkImport');
  const words = useImportWords();
  const { state, total, created, failed } = one;
  const done = created + failed;
  const isRunning = isCreating(one);
  const pace = isRunning ? paceOf(one, readAt) : undefined;
  const leftOut = words.leftOut(one, isRunning);
  const undone = words.undone(one);
  return (
    <div>
      <Text size="sm" fw={500}>
        {t(`imports.STATE.${state}`)}
        {isRunning && ` · ${t('imports.progress', { done, total })}`}
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
        {t('imports.created', { count: created })}
        {leftOut.length > 0 && (
          <Text c="var(--mantine-color-error)" inherit span>
            {` · ${leftOut.join(' · ')}`}
          </Text>
        )}
      </Text>
      {undone && <Text size="sm">{undone}</Text>}
    </div>
  );
}

/** Shows minutes from this number of seconds on. */
const LONG = 90;

function PaceText({ pace: { rowsPerSecond, secondsLeft } }: { readonly pace: Pace }) {
  const { t } = useTranslation('bulkImport');
  const left =
    secondsLeft < LONG
      ? t('imports.seconds', { number: Math.ceil(secondsLeft) })
      : t('imports.minutes', { number: Math.ceil(secondsLeft / 60) });
  return (
    <Text size="sm" c="dimmed" className="tabular-numbers">
      {t('imports.pace', { rate: Math.round(rowsPerSecond), left })}
    </Text>
  );
}
