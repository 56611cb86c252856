import { Button, Group, Progress, Text } from '@mantine/core';
import { IconArrowBackUp, IconPrinter, IconTool } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type OrderImport, importEndpoints } from '@portage/contract/imports/imports';
import { orderEndpoints } from '@portage/contract/orders/orders';
import { useTranslation } from '../i18n/i18n.ts';
import { callApi } from '../lib/api.ts';
import { readAgain } from '../lib/call-query.ts';
import { confirm } from '../lib/confirm.tsx';
import { notifyError } from '../lib/notify.tsx';
import { queryClient } from '../lib/query-client.ts';
import { paths } from '../paths.ts';
import { LinkButton } from '../ui/links.tsx';
import { pressedOnce } from '../ui/pressed-once.ts';
import { isCreating, isUnderWay, importKey } from './import-progress.ts';
import { useLabelSettings } from './printing/print-state.ts';
import { planPrint } from './start-actions.tsx';

/** `cancel` and `undo` ask first. */
export function useImportActions({ id, created }: OrderImport) {
  const { t } = useTranslation('bulkImport');
  const settings = useLabelSettings();
  const params = { id };
  const refresh = () =>
    Promise.all([
      readAgain(importEndpoints.list),
      queryClient.invalidateQueries({ queryKey: importKey }),
    ]);

  const end = useMutation({
    mutationFn: (how: 'cancel' | 'undo') => callApi(importEndpoints[how], { params }),
    onError: (cause, how) =>
      notifyError({
        title: t(how === 'cancel' ? 'imports.couldNotCancel' : 'imports.couldNotUndo'),
        cause,
      }),
    onSettled: refresh,
  });
  const print = useMutation({
    async mutationFn() {
      const { orders } = await callApi(orderEndpoints.select, { query: { importId: id } });
      planPrint({ ...settings, orders });
    },
    onError: (cause) => notifyError({ title: t('imports.couldNotPrint'), cause }),
  });

  async function ask(how: 'cancel' | 'undo'): Promise<void> {
    const isConfirmed = await confirm({
      title: t(`imports.${how}Title`),
      text: t(`imports.${how}Text`, { count: created }),
      yes: t(`imports.${how}Yes`, { count: created }),
      no: t(`imports.${how}Keep`),
      isDangerous: true,
    });
    if (isConfirmed) end.mutate(how);
  }
  return { print, cancel: () => ask('cancel'), undo: () => ask('undo') };
}

export function useImportWords() {
  const { t } = useTranslation('bulkImport');
  return {
    /** Empty where everything was created. */
    leftOut({ failed, total, created, strayPackages }: OrderImport, isRunning: boolean): string[] {
      const rows = isRunning ? failed : total - created;
      return [
        ...(rows > 0 ? [t('imports.leftOut', { count: rows })] : []),
        ...(strayPackages > 0 ? [t('imports.stray', { count: strayPackages })] : []),
      ];
    },
    /** Undefined without one. */
    undone({ undo, created }: OrderImport): string | undefined {
      if (!undo) return undefined;
      const { state, deleted } = undo;
      if (state === 'RUNNING') {
        return t('imports.undoing', { deleted, created });
      }
      const kept = created - deleted;
      return [
        t('imports.undone', { count: deleted }),
        ...(kept > 0 ? [t('imports.undoKept', { count: kept })] : []),
      ].join(' · ');
    },
  };
}

interface ImportBarProps {
  readonly one: OrderImport;
  /** Undefined until all orders are listed. */
  readonly labels: number | undefined;
}

export function ImportBar({ one, labels }: ImportBarProps) {
  const { t } = useTranslation('bulkImport');
  const words = useImportWords();
  const { cancel, undo, print } = useImportActions(one);
  const { total, created, failed } = one;
  const isRunning = isCreating(one);
  const leftOut = words.leftOut(one, isRunning);
  const undone = words.undone(one);
  const hasOrders = created > 0 && !undone;

  function state(): string {
    if (undone) return undone;
    if (isRunning) return t('imports.creating', { count: total });
    const stopped = one.state === 'DONE' ? [] : [t(`imports.STATE.${one.state}`)];
    const made = t('imports.created', { count: created });
    return [...stopped, made, ...leftOut].join(' · ');
  }

  return (
    <Group
      justify="space-between"
      gap="xs"
      px="sm"
      py={6}
      style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}
    >
      <Text component="output" fw={600} size="sm">
        {state()}
      </Text>
      {isRunning && (
        <Progress
          value={total === 0 ? 0 : (100 * (created + failed)) / total}
          flex={1}
          miw={80}
          aria-label={t('imports.STATE.RUNNING')}
        />
      )}
      <Group gap="xs">
        {isRunning && (
          <Button variant="subtle" size="compact-sm" onClick={() => void cancel()}>
            {t('imports.cancel')}
          </Button>
        )}
        {!isRunning && leftOut.length > 0 && (
          <LinkButton
            variant="default"
            size="compact-sm"
            leftSection={<IconTool size={16} aria-hidden />}
            to={paths.bulkNew()}
            search={{ fix: one.id }}
          >
            {t('imports.fix', { count: total - created + one.strayPackages })}
          </LinkButton>
        )}
        {hasOrders && !isUnderWay(one) && (
          <>
            {labels !== 0 && (
              <Button
                size="compact-sm"
                leftSection={<IconPrinter size={16} aria-hidden />}
                loading={print.isPending}
                {...pressedOnce(() => print.mutate())}
              >
                {labels === undefined
                  ? t('imports.print')
                  : t('imports.printLabels', { count: labels })}
              </Button>
            )}
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => void undo()}
            >
              {t('imports.undo')}
            </Button>
          </>
        )}
      </Group>
    </Group>
  );
}
